// expect: UNKNOWN
// option: analysis=value
// No violation rests on what a pointer's declaration says that it does not: return, or change something.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void (*die)(int) __attribute__((noreturn));
extern int (*count)(int *) __attribute__((pure));
int main(void) {
  int x = 0;
  if (__VERIFIER_nondet_int())
    die(1);
  else {
    count(&x);
    if (x == 0)
      return 0;
  }
  reach_error();
  return 0;
}
