// unknown
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
// The original changes behind the copy.
int main(void) {
  int a[90000], b[90000];
  for (int i = 0; i < 90000; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 90000; i++) { b[i] = a[i]; a[i / 2] = 1; }
  for (int i = 0; i < 90000; i++) if (b[i] != a[i]) reach_error();
  return 0;
}
