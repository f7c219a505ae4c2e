// Arrays whose length is known at run time only: elements stay whole.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 3) return 0;
  int a[n][n + 1];
  long b[n];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= n; j++) a[i][j] = i + j;
    b[i] = a[i][0];
  }
  char *bytes = (char *)b;
  int first = 0;
  for (int i = 0; i < n; i++) first += *(int *)(bytes + 8 * i);
  return first;
}
