// unknown
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
// The check begins one cell further than the copy.
int main(void) {
  int every[60000], third[20000];
  for (int i = 0; i < 60000; i++) every[i] = __VERIFIER_nondet_int();
  int from = 2, to = 0;
  while (from < 60000) { third[to] = every[from]; from += 3; to++; }
  from = 2; to = 0;
  while (from < 60000) { if (third[to] != every[3 * to + 1]) reach_error(); from += 3; to++; }
  return 0;
}
