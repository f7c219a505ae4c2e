// The inputs decide alone; among all inputs a condition on the way is to blame.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 12) return 0;
  if (x > 9) reach_error();
  return 1;
}
