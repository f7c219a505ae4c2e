// expect: FALSE
// Nothing is known of the argument, so the results of `count` are 0, 1, 2, … without end. The caller must see some before
// they are all.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int count(int n) {
  if (n <= 0)
    return 0;
  return count(n - 1) + 1;
}

int main(void) {
  if (count(__VERIFIER_nondet_int()) == 37)
    reach_error();
  return 0;
}
