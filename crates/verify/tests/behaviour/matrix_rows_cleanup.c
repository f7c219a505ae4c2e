// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 3 2
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
static double **make(int rows, int cols) {
  double **m = malloc(rows * sizeof(double *));
  for (int r = 0; r < rows; r++) {
    m[r] = malloc(cols * sizeof(double));
    for (int c = 0; c < cols; c++)
      m[r][c] = r == c;
  }
  return m;
}

static void drop(double **m, int rows) {
#ifdef BUG
  for (int r = rows - 1; r > 0; r--)
#else
  for (int r = rows - 1; r >= 0; r--)
#endif
    free(m[r]);
  free(m);
}

int main(void) {
  int rows = __VERIFIER_nondet_int(), cols = __VERIFIER_nondet_int();
  if (rows < 1 || rows > 3 || cols < 1 || cols > 3)
    return 0;
  double **m = make(rows, cols);
  double trace = 0;
  for (int i = 0; i < rows && i < cols; i++)
    trace += m[i][i];
  drop(m, rows);
  return trace > 3.5;
}
