// expect: TRUE
// check: valid-memsafety
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
  int *back = (int *)(w & ~1ul);
  char c = *(char *)back;
  free(back);
  return c == 9;
}
