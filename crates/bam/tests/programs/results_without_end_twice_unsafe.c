// expect: FALSE
// Two calls in a row whose results have no end, below a function that is not recursive and beside a recursion that has
// one: each must be shown some results, and none may keep the others waiting.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int count(int n) {
  if (n <= 0)
    return 0;
  return count(n - 1) + 1;
}

int down(int n) { return n > 0 ? down(n - 1) : n; }

int both(void) {
  int first = count(__VERIFIER_nondet_int());
  int last = down(3);
  int second = count(__VERIFIER_nondet_int());
  return 10 * first + second + last;
}

int main(void) {
  if (both() == 67)
    reach_error();
  return 0;
}
