// expect: TRUE
// check: valid-deref
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  char own[] = "abc";
  char *p = "xyz";
  int upper = __VERIFIER_nondet_bool();
  if (upper)
    p = own;
  if (upper)
    p[0] = 'A';
  return p[0] == 'q';
}
