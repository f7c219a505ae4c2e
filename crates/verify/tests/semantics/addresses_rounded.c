// expect: FALSE
// An address goes through a function that rounds.
extern void reach_error(void);
extern long lround(double);

static double keep(const void *p) {
  return (double)(unsigned long)p;
}

int main(void) {
  int x = 1;
  int *p = (int *)lround(keep(&x));
  *p = 7;
  if (x == 7)
    reach_error();
  return 0;
}
