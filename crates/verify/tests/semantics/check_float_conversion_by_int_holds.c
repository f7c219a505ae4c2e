// expect: TRUE
// check: float-conversion
// What is converted to int first need not fit a char; -0.5 becomes 0.
int main(void) {
  double d = 300.0;
  char x = (char)(int)d;
  unsigned long y = (unsigned long)-0.5;
  return x + (int)y > 400;
}
