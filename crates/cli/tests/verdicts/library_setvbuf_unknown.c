// expect: UNKNOWN
extern void reach_error(void);
int setvbuf(void *, char *, int, unsigned long);
int printf(const char *, ...);
extern void *stdout;
int main(void) {
  static char b[100];
  setvbuf(stdout, b, 0, 100);
  printf("x");
  if (b[0]) reach_error();
  return 0;
}
