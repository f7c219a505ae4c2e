// expect: FALSE
// check: valid-deref
int printf(const char *, ...);
int main(void) {
  char code[3] = {'a', 'b', 'c'};
  printf("code %s\n", code);
  return 0;
}
