extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct account {
  int balance;
  int fee;
};
int main(void) {
  struct account a;
  a.balance = 100;
  a.fee = 3;
  a.balance = a.balance - 40;
  a.balance = a.balance + a.fee; // FAULT: - a.fee
  if (a.balance != 57)
    reach_error();
  return 0;
}
// counterfactual: 1 of 2
// max-sat: 1 of 4
// unsat-core: 1 of 4
// error-invariants: 1 of 4
