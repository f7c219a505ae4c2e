// expect: FALSE
// check: valid-deref
extern void *malloc(unsigned long);
int main(void) {
  int *p = malloc(sizeof *p);
  *(volatile int *)(p + 1);
  return 0;
}
