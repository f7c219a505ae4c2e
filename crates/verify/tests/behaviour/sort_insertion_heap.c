// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 4 1 2 3
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
static void sort(int *a, int n) {
  for (int i = 1; i < n; i++) {
    int x = a[i], j = i - 1;
#ifdef BUG
    while (a[j] > x && j >= 0) {
#else
    while (j >= 0 && a[j] > x) {
#endif
      a[j + 1] = a[j];
      j--;
    }
    a[j + 1] = x;
  }
}

int main(void) {
  int *a = malloc(3 * sizeof *a);
  for (int i = 0; i < 3; i++)
    a[i] = __VERIFIER_nondet_int();
  sort(a, 3);
  int ok = a[0] <= a[1] && a[1] <= a[2];
  free(a);
  return !ok;
}
