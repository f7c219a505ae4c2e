// unknown
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
// The cell that the first copy leaves out is not taken from the origin.
int main(void) {
  int origin[50000], middle[50000], copy[50000];
  for (int i = 0; i < 50000; i++) { origin[i] = __VERIFIER_nondet_int(); middle[i] = __VERIFIER_nondet_int(); }
  for (int i = 0; i < 50000; i++) if (i != 40000) middle[i] = origin[i];
  for (int i = 0; i < 50000; i++) copy[i] = middle[i];
  for (int i = 0; i < 50000; i++) if (copy[i] != origin[i]) reach_error();
  return 0;
}
