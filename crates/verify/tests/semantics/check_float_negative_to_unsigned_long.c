// expect: FALSE
// check: float-conversion
int main(void) {
  double d = -5.0;
  unsigned long x = (unsigned long)d;
  return x > 3;
}
