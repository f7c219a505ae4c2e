// expect: FALSE
// The distance from null is an address.
extern void reach_error(void);

int main(void) {
  int x = 1;
  long distance = (char *)&x - (char *)0;
  int *p = (int *)((char *)0 + distance);
  *p = 7;
  if (x == 7)
    reach_error();
  return 0;
}
