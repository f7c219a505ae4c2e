// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int kind = 0;
  if (x == 7)
    kind = 1;
  else if (x > 100)
    kind = 2;
#ifdef BUG
  if (kind == 2)
#else
  if (kind == 3)
#endif
    reach_error();
  return 0;
}
