// expect: FALSE
// check: valid-deref
extern int __VERIFIER_nondet_int(void);
struct pair {
  int left, right;
};

int main(void) {
  struct pair pairs[3] = {{1, 2}, {3, 4}, {5, 6}};
  int sum = 0;
  for (int i = __VERIFIER_nondet_int(); i < 3; i++)
    sum += pairs[i].right;
  return sum;
}
