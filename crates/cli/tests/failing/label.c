// A label is the violation: in a compiled program it does nothing. `ERROR: return 1;` stands in this comment, too.
extern int __VERIFIER_nondet_int(void);

static int check(int x) {
  if (x == 3)
    goto ERROR;
  return x ? 0 : 0;
  /* ERROR: */ ERROR: return 0;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 2)
    ERROR: x = x < 2 ? 7 : x;
  else
    check(x);
  return 0;
}
