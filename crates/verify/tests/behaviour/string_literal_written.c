// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 1
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  char own[] = "abc";
  char *p = "xyz";
  int upper = __VERIFIER_nondet_bool();
#ifdef BUG
  if (!upper)
#else
  if (upper)
#endif
    p = own;
  if (upper)
    p[0] = 'A';
  return p[0] == 'q';
}
