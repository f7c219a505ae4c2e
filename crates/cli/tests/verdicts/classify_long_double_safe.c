// expect: TRUE
// What the macro fpclassify becomes for a long double.
extern void reach_error(void);
int __fpclassifyl(long double x);

int main(void) {
  long double huge = 1e300L * 1e300L;
  if (__fpclassifyl(huge) != 4 || __fpclassifyl(0.0L) != 2)
    reach_error();
  return 0;
}
