// true
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
int main(void) {
  int a[90000];
  for (int i = 0; i < 90000; i++) a[i] = 7;
  for (int i = 0; i < 90000; i++) if (a[i] != 7) reach_error();
  return 0;
}
