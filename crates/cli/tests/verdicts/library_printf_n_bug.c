// expect: FALSE
extern void reach_error(void);
int printf(const char *, ...);
int main(void) {
  int n = 0;
  printf("%s%n", "abc", &n);
  if (n == 3) reach_error();
  return 0;
}
