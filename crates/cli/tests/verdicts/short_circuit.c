// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int calls = 0, x = __VERIFIER_nondet_int();
  if (x == 0 && (calls++, 1))
    calls += 10;
#ifdef BUG
  if (calls == 11)
#else
  if (calls == 1)
#endif
    reach_error();
  return 0;
}
