// expect: TRUE
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x == 3 ? 1 : 0;
  if (y == 2)
    goto ERROR;
  return 0;
ERROR:
  return 1;
}
