// expect: FALSE
// check: null-dereference
extern int __VERIFIER_nondet_int(void);
struct tm; extern struct tm *localtime(const long *);

int main(void) {
  char text[8] = "text";
  char *s = __VERIFIER_nondet_int() ? text : 0;
  localtime((long *)(void *)s);
  return 0;
}
