// unknown
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
// One cell is written again.
int main(void) {
  int a[90000], k = __VERIFIER_nondet_int();
  for (int i = 0; i < 90000; i++) a[i] = 7;
  if (k < 0 || k >= 90000) return 0;
  a[k] = 8;
  for (int i = 0; i < 90000; i++) if (a[i] != 7) reach_error();
  return 0;
}
