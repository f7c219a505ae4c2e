// The first loop is in the slice but not in a refined precision, the second the other way round.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int level = 0, broken = 0;
  int inflow = __VERIFIER_nondet_int(), use = __VERIFIER_nondet_int();
  while (level < inflow)
    level = level + 1;
  if (broken && level > 9) reach_error();
  while (broken < use)
    broken = broken + 1;
  return 0;
}
