// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 2
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
/* rows[0] and rows[1] may be the same memory; who frees it depends on that. */
int main(void) {
  int *rows[2];
  int shared = __VERIFIER_nondet_int() > 1;
  rows[0] = malloc(sizeof(int) * 3);
  rows[1] = shared ? rows[0] : malloc(sizeof(int) * 5);
  for (int i = 0; i < (shared ? 3 : 5); i++)
    rows[1][i] = i;
  rows[0][0] = 9;
  free(rows[0]);
#ifdef BUG
  free(rows[1]);
#else
  if (rows[1] != rows[0])
    free(rows[1]);
#endif
  return 0;
}
