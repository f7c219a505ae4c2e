// answers: FALSE, UNKNOWN
// auto: FALSE
// More bytes than an object can have: null, and the path goes on.
typedef unsigned long size_t;
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(size_t);
int main() {
  int n=__VERIFIER_nondet_int();
  malloc(n);
  if (n<0) reach_error();
}
