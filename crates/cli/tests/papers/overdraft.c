// The second withdrawal is not checked.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int balance = 10;
  int first = __VERIFIER_nondet_int();
  if (first > 0 && first <= balance) balance = balance - first;
  int second = __VERIFIER_nondet_int();
  if (second > 0 && second <= 10) balance = balance - second;
  if (balance < 0) reach_error();
  return balance;
}
