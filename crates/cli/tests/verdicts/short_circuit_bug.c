// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int calls = 0, x = __VERIFIER_nondet_int();
  if (x == 0 && (calls++, 1))
    calls += 10;
  if (calls == 11)
    reach_error();
  return 0;
}
