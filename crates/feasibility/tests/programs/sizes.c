/* Allocations whose size is an input. */
typedef __typeof__(sizeof(0)) size_t;
extern void *malloc(size_t);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int() & 15;
  if (n < 1) return 0;
  int *a = malloc(sizeof(int) * (size_t)n);
  int *b = malloc(8);
  char local[n];
  b[0] = 7;
  for (int i = 0; i < n; i++) {
    a[i] = i * i;
    local[i] = (char)i;
  }
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k >= n) return 1;
  if (a[k] == 25) return 2;
  if (local[n - 1] == 3 && a[n - 1] + b[0] == 16) return 3;
  return 4;
}
