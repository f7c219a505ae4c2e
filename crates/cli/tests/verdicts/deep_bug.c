// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int depth = 0;
  while (depth < 50) {
    if (__VERIFIER_nondet_int() == depth)
      depth++;
    else
      return 0;
  }
#ifdef BUG
  if (depth == 50)
#else
  if (depth != 50)
#endif
    reach_error();
  return 0;
}
