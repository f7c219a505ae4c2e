// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 536870912 536870912 536870912 536870912
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int v[4];
  int total = 0;
  for (int i = 0; i < 4; i++) {
    v[i] = __VERIFIER_nondet_int();
#ifdef BUG
    if (v[i] < 0 || v[i] > 536870911 + 1)
#else
    if (v[i] < 0 || v[i] > 536870911)
#endif
      v[i] = 0;
  }
  for (int i = 0; i < 4; i++)
    total += v[i];
  return total == 17;
}
