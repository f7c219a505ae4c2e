// true
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
// One cell is left out by the first copy, and taken from the origin by the second.
int main(void) {
  int origin[50000], middle[50000], copy[50000];
  for (int i = 0; i < 50000; i++) { origin[i] = __VERIFIER_nondet_int(); middle[i] = __VERIFIER_nondet_int(); }
  for (int i = 0; i < 50000; i++) if (i != 40000) middle[i] = origin[i];
  for (int i = 0; i < 50000; i++) if (i != 40000) copy[i] = middle[i]; else copy[i] = origin[i];
  for (int i = 0; i < 50000; i++) if (copy[i] != origin[i]) reach_error();
  return 0;
}
