// expect: UNKNOWN
// The sine is determined by its argument: a path that takes any value for it shows no violation.
extern void reach_error(void);
double sin(double x);

int main(void) {
  if (sin(0.0) == 5.0)
    reach_error();
  return 0;
}
