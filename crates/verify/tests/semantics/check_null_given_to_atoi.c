// expect: FALSE
// check: null-dereference
extern int __VERIFIER_nondet_int(void);
extern int atoi(const char *);

int main(void) {
  char text[8] = "text";
  char *s = __VERIFIER_nondet_int() ? text : 0;
  (void)atoi(s);
  return 0;
}
