// expect: FALSE
// The distance between two objects leads from the one to the other.
extern void reach_error(void);

int main(void) {
  int x = 1, y = 1;
  long distance = (char *)&x - (char *)&y;
  int *p = (int *)((char *)&y + distance);
  *p = 7;
  if (x == 7)
    reach_error();
  return 0;
}
