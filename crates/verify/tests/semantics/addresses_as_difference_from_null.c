// expect: FALSE
// The distance from null is an address.
// with: VARIABLE
// expect: FALSE
// The same with a variable that is null.
extern void reach_error(void);

int main(void) {
  int x = 1;
#ifdef VARIABLE
  char *none = 0;
  long distance = (char *)&x - none;
  int *p = (int *)(none + distance);
#else
  long distance = (char *)&x - (char *)0;
  int *p = (int *)((char *)0 + distance);
#endif
  *p = 7;
  if (x == 7)
    reach_error();
  return 0;
}
