// unknown
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
// Read at another index than it was written.
int main(void) {
  int a[90001];
  for (int i = 0; i < 90000; i++) a[i] = 7;
  for (int i = 0; i < 90000; i++) if (a[i + 1] != 7) reach_error();
  return 0;
}
