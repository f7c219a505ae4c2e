// expect: FALSE
// property: ext
extern void ext(void);
extern int __VERIFIER_nondet_int(void);
static void nothing(void) {}
int main(void) {
  void (*table[2])(void) = {nothing, ext};
  table[__VERIFIER_nondet_int() & 1]();
  return 0;
}
