// expect: FALSE
// An address is kept as a double and comes back.
extern void reach_error(void);

int main(void) {
  int x = 1;
  double kept = (double)(unsigned long)&x;
  int *p = (int *)(unsigned long)kept;
  *p = 7;
  if (x == 7)
    reach_error();
  return 0;
}
