// expect: FALSE
// check: null-dereference
extern int __VERIFIER_nondet_int(void);
extern void *memcpy(void *, const void *, unsigned long);

int main(void) {
  char text[8] = "text";
  char *s = __VERIFIER_nondet_int() ? text : 0;
  char to[4]; memcpy(to, s, 4);
  return 0;
}
