// expect: UNKNOWN
// An address goes through a function that is not computed: any analysis that says TRUE took it for none.
extern void reach_error(void);
extern double fma(double, double, double);

int main(void) {
  int x = 1;
  double kept = fma((double)(unsigned long)&x, 1.0, 0.0);
  int *p = (int *)(unsigned long)kept;
  *p = 7;
  if (x == 7)
    reach_error();
  return 0;
}
