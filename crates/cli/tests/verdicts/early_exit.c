// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

extern void exit(int);
extern void abort(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x)
    exit(3);
  if (y == 2)
    abort();
#ifdef BUG
  if (!x)
#else
  if (x)
#endif
    reach_error();
  return 0;
}
