// An account with a credit line: no operation may exceed it, and fees are taken for overdrafts only.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct account {
  int balance;
  int credit;
  int fees;
  int refused;
};

static void open_account(struct account *a, int credit) {
  a->balance = 0;
  a->credit = credit;
  a->fees = 0;
  a->refused = 0;
}

static int deposit(struct account *a, int amount) {
  if (amount <= 0)
    return 0;
  a->balance += amount;
  return 1;
}

static int withdraw(struct account *a, int amount) {
  int fee = 0;
  if (amount <= 0)
    return 0;
  if (a->balance - amount < 0)
    fee = 2;
  if (a->balance - amount - fee < -a->credit) {
    a->refused++;
    return 0;
  }
  a->balance -= amount + fee;
  a->fees += fee;
  return 1;
}

int main(void) {
  struct account a;
  open_account(&a, 100);
  int paid_in = 0, paid_out = 0;
  for (int i = 0; i < 4; i++) {
    int amount = __VERIFIER_nondet_int();
    if (amount < -1000 || amount > 1000)
      return 0;
    if (__VERIFIER_nondet_int()) {
      if (deposit(&a, amount))
        paid_in += amount;
    } else if (withdraw(&a, amount)) {
      paid_out += amount;
    }
    if (a.balance < -100)
      reach_error();
    if (a.balance != paid_in - paid_out - a.fees)
      reach_error();
    if (paid_out <= paid_in && paid_out > 0 && a.balance < 0 && a.fees == 0)
      reach_error();
  }
  return 0;
}
// fault:   if (a->balance - amount - fee < -a->credit) {  =>   if (a->balance - amount < -a->credit) {
// fault:   a->fees += fee;  =>   a->fees = fee;
// fault:   a->balance -= amount + fee;  =>   a->balance -= amount - fee;
// fault:   if (amount <= 0)  =>   if (amount == 0)
// fault:   a->fees = 0;  =>   a->fees = 2;
