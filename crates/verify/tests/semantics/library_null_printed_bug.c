// expect: FALSE
// check: null-dereference
int printf(const char *, ...);
char *getenv(const char *);
int main(void) {
  printf("%s\n", getenv("HOME"));
  return 0;
}
