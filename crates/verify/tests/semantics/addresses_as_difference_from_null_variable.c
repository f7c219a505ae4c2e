// expect: FALSE
// The same with a variable that is null.
extern void reach_error(void);

int main(void) {
  int x = 1;
  char *none = 0;
  long distance = (char *)&x - none;
  int *p = (int *)(none + distance);
  *p = 7;
  if (x == 7)
    reach_error();
  return 0;
}
