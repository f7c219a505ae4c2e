// expect: FALSE
// check: valid-deref
extern void *malloc(unsigned long);
extern int printf(const char *, ...);
int main(void) {
  int *p = malloc(sizeof *p);
  printf("%d\n", p[1]);
  return 0;
}
