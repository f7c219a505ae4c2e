// expect: FALSE
// An analysis with heap gives FALSE, where it has violations.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
int main(void) {
  int *cell = malloc(sizeof(int));
  if (cell == 0) return 0;
  *cell = 3;
  if (*cell == 3) reach_error();
  return 0;
}
