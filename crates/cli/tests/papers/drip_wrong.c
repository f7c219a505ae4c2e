// The first loop of `drip.c`, which has no end once its counter is tracked, and a violation behind it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int level = 0, inflow = __VERIFIER_nondet_int();
  while (level < inflow)
    level = level + 1;
  if (level == 3) reach_error();
  return 0;
}
