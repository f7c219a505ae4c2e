// expect: FALSE
// Nothing is known of the argument, so the results of `count` are 0, 1, 2, … without end. The caller must see some before
// they are all.
// with: INSIDE
// expect: FALSE
// Results without end inside of a recursion: `walk` reads `count` and itself, and neither is ever at its end.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int count(int n) {
  if (n <= 0)
    return 0;
  return count(n - 1) + 1;
}

#ifdef INSIDE
int walk(void) {
  if (__VERIFIER_nondet_int())
    return 1;
  return walk() + count(__VERIFIER_nondet_int());
}

#endif
int main(void) {
#ifdef INSIDE
  if (walk() == 12)
#else
  if (count(__VERIFIER_nondet_int()) == 37)
#endif
    reach_error();
  return 0;
}
