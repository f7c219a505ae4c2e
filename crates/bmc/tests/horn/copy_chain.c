// true
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
int main(void) {
  int a[90000], b[90000], c[90000], d[90000];
  for (int i = 0; i < 90000; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 90000; i++) b[i] = a[i];
  for (int i = 0; i < 90000; i++) c[i] = b[i];
  for (int i = 0; i < 90000; i++) d[i] = c[i];
  for (int i = 0; i < 90000; i++) if (d[i] != a[i]) reach_error();
  return 0;
}
