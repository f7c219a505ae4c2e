// expect: FALSE
// A pointer from outside may be the address of an object of which code outside was told.
extern void reach_error(void);
extern int *get(void);
extern int *kept;
int main(void) {
  static int x = 0;
  kept = &x;
  int *p = get();
  if (!p) return 0;
  *p = 5;
  if (x == 5)
    reach_error();
  return 0;
}
