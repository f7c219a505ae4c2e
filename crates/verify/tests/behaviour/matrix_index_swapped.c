// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 3 4
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
extern void free(void *);
/* A matrix in one block: the stride is the number of columns. */
int main(void) {
  unsigned rows = __VERIFIER_nondet_uint(), cols = __VERIFIER_nondet_uint();
  if (rows == 0 || rows > 4 || cols == 0 || cols > 4)
    return 0;
  int *m = malloc(rows * cols * sizeof(int));
  for (unsigned r = 0; r < rows; r++)
    for (unsigned c = 0; c < cols; c++)
#ifdef BUG
      m[c * cols + r] = (int)(r ^ c);
#else
      m[r * cols + c] = (int)(r ^ c);
#endif
  int x = m[0];
  free(m);
  return x;
}
