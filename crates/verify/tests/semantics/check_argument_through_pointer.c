// expect: FALSE
// check: division
extern int __VERIFIER_nondet_int(void);
extern void (*callback)(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (callback)
    callback(7 / x);
  return 0;
}
