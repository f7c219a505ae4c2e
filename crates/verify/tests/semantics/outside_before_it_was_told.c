// expect: UNKNOWN
// A pointer from outside is not the address of an object of which code outside is told only later.
extern void reach_error(void);
extern int *get(void);
extern void use(int *);
int main(void) {
  int x = 0;
  int *p = get();
  if (!p) return 0;
  *p = 5;
  if (x == 5)
    reach_error();
  use(&x);
  return 0;
}
