// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 1
extern int __VERIFIER_nondet_int(void);
/* The type of ?: is that of both arms together. */
int main(void) {
  int pick = __VERIFIER_nondet_int();
  unsigned u = 5;
  int i = -2147483647 - 1;
#ifdef BUG
  long v = (pick ? i : (int)u) - 1;
#else
  long v = (pick ? i : u) - 1;
#endif
  return v == 4;
}
