// expect: TRUE
// check: valid-deref
extern int __VERIFIER_nondet_int(void);
struct pair {
  int *left;
  int right;
};

int main(void) {
  int value = 3;
  struct pair pair = {&value, 1}, *maybe = __VERIFIER_nondet_int() ? &pair : 0;
  return maybe && maybe->left ? *maybe->left : maybe ? maybe->right : 0;
}
