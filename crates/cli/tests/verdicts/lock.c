// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int locked;
static void take(void) {
  if (locked)
    reach_error();
  locked = 1;
}
static void give(void) {
  if (!locked)
    reach_error();
  locked = 0;
}
int main(void) {
  while (__VERIFIER_nondet_int()) {
    take();
    if (__VERIFIER_nondet_int()) {
      give();
#ifdef BUG

#else
      take();
#endif
    }
    give();
  }
  return 0;
}
