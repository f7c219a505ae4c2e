// expect: TRUE
// The least number divided by -1 stops the machine, as division by zero does.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int by = __VERIFIER_nondet_int();
  if (by != -1)
    return 0;
  int rest = (-2147483647 - 1) % by;
  reach_error();
  return rest;
}
