// unknown
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
// The first is not looked at.
int main(void) {
  int a[90000], least;
  for (int i = 0; i < 90000; i++) a[i] = __VERIFIER_nondet_int();
  least = a[1];
  for (int i = 1; i < 90000; i++) if (a[i] < least) least = a[i];
  for (int i = 0; i < 90000; i++) if (a[i] < least) reach_error();
  return 0;
}
