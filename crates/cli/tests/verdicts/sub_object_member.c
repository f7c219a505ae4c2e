// expect: TRUE
// Within the bounds of its array a subscript leaves the members beside it alone.
// with: BUG
// expect: FALSE
// Memory is flat within an object: the fifth element of the array is the member behind it.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct account {
  int digits[4];
  int locked;
};
static struct account account;
static void write_through(struct account *to, int at, int value) { to->digits[at] = value; }
int main(void) {
  int at = __VERIFIER_nondet_int();
#ifdef BUG
  if (at < 0 || at > 4)
#else
  if (at < 0 || at > 3)
#endif
    return 0;
  account.locked = 1;
  write_through(&account, at, 0);
  if (!account.locked)
    reach_error();
  return 0;
}
