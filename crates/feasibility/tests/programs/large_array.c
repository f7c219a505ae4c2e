/* A large array at unknown indices: an SMT array. */
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int big[1000];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  int v = __VERIFIER_nondet_int();
  if (i >= 1000 || j >= 1000) return 0;
  big[5] = 42;
  big[i] = v;
  if (big[j] == v) {
    big[j] = v + 1;
    if (big[i] == v + 1) return 1;
    return 2;
  }
  if (big[5] != 42) return 3;
  return big[j] == 0 ? 4 : 5;
}
