// C99 lets a compiler make no code for a function that is only `inline`.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

inline int twice(int x) {
  return 2 * x;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0 && x < 10 && twice(x) == 6)
    reach_error();
  return 0;
}
