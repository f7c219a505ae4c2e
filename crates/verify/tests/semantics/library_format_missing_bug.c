// expect: FALSE
// check: library
int printf(const char *, ...);
int main(void) {
  printf("%*d\n", 3);
  return 0;
}
