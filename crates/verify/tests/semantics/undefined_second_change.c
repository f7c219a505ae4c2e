// expect: FALSE
// Each call changes anew.
extern void reach_error(void);
extern void get(int *p);
int main(void) {
  int x = 0;
  get(&x);
  int y = x;
  get(&x);
  if (x == y + 1)
    reach_error();
  return 0;
}
