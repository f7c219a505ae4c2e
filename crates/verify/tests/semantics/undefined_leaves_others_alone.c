// expect: TRUE
// Only what the arguments reach changes: not a variable whose address is not given, and not a global one.
extern void reach_error(void);
extern void get(int *p);
int global = 3;
int main(void) {
  int x = 0, y = 7;
  int *q = &y;
  get(&x);
  if (y != 7 || *q != 7 || global != 3)
    reach_error();
  return 0;
}
