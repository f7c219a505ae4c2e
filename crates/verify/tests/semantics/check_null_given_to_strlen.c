// expect: FALSE
// check: null-dereference
extern int __VERIFIER_nondet_int(void);
extern unsigned long strlen(const char *);

int main(void) {
  char text[8] = "text";
  char *s = __VERIFIER_nondet_int() ? text : 0;
  (void)strlen(s);
  return 0;
}
