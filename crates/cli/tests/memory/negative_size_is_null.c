// answers: TRUE, UNKNOWN
// auto: TRUE
// More bytes than an object can have: null.
typedef unsigned long size_t;
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(size_t);
int main() {
  int n=__VERIFIER_nondet_int();
  char*p=malloc(n);
  if (n<0 && p) reach_error();
}
