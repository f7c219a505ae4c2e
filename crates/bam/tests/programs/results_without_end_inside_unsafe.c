// expect: FALSE
// Results without end inside of a recursion: `walk` reads `count` and itself, and neither is ever at its end.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int count(int n) {
  if (n <= 0)
    return 0;
  return count(n - 1) + 1;
}

int walk(void) {
  if (__VERIFIER_nondet_int())
    return 1;
  return walk() + count(__VERIFIER_nondet_int());
}

int main(void) {
  if (walk() == 12)
    reach_error();
  return 0;
}
