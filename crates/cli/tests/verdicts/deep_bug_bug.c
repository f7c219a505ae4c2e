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
  if (depth == 50)
    reach_error();
  return 0;
}
