// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  _Bool b = 256;
  b += 5;
#ifdef BUG
  if (b == 1 || sizeof b != 1)
#else
  if (b != 1 || sizeof b != 1)
#endif
    reach_error();
  return 0;
}
