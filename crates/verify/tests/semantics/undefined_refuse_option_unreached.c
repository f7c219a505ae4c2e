// expect: TRUE
// option: undefined-functions=refuse
extern int __VERIFIER_nondet_int(void);
extern int get(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3 && x < 3)
    return get();
  return 0;
}
