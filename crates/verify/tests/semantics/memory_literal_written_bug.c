// expect: FALSE
// check: valid-deref
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char own[] = "text", *text = own;
  if (__VERIFIER_nondet_int() > 3)
    text = "text";
  text[1] = 'a';
  return 0;
}
