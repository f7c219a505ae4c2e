// expect: TRUE
// check: valid-memtrack
// with: BUG
// expect: FALSE
// check: valid-memtrack
// input: -1 0
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
static int work(int a, int b) {
  int status = -1;
  char *first = 0, *second = 0;
  first = malloc(8);
  if (a < 0)
#ifdef BUG
    return -1;
#else
    goto out;
#endif
  second = malloc(16);
  if (b == 7)
    goto out;
  first[7] = 'x';
  second[15] = first[7];
  status = 0;
out:
  if (first)
    free(first);
  if (second)
    free(second);
  return status;
}

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  return work(a, b) == 0 ? 0 : 1;
}
