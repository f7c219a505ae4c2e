// true
extern int __VERIFIER_nondet_int(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
extern void *malloc(unsigned long);
// Elements of eight bits do not leave the range of an int.
int main(void) {
  int n = __VERIFIER_nondet_short();
  if (n < 1) return 0;
  signed char a[n];
  int s = 0;
  for (int i = 0; i < n; i++) a[i] = (signed char)__VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) s += a[i];
  for (int i = 0; i < n; i++) s -= a[i];
  if (s != 0) reach_error();
  return 0;
}
