// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 1
extern _Bool __VERIFIER_nondet_bool(void);
extern void *malloc(unsigned long);
extern void free(void *);
static unsigned long tag(int *p, int on) {
  return (unsigned long)p | (on ? 1ul : 0ul);
}

int main(void) {
  int *p = malloc(sizeof(int));
  *p = 2;
  unsigned long w = tag(p, __VERIFIER_nondet_bool());
#ifdef BUG
  int *back = (int *)(w & ~2ul);
  char c = *(char *)back;
  if (w & 1)
    c = ((char *)back)[3];
  free(p);
#else
  int *back = (int *)(w & ~1ul);
  char c = *(char *)back;
  free(back);
#endif
  return c == 9;
}
