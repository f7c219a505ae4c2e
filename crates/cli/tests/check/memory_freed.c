// flags: --property unreach-call
// Two objects that were freed are both not there: no engine that follows one of them takes the other to be.
extern void reach_error(void);
extern void *malloc(unsigned long); extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int k = __VERIFIER_nondet_int();
  char *p = malloc(4), *q = malloc(4);
  if (!p || !q) return 0;
  if (!__CPROVER_r_ok(p, 4)) reach_error(); // assertion: proved, memory of which it is not known whether it may be accessed: proved
  free(p);
  if (k) { free(q);
  if (!__CPROVER_r_ok(p, 1) && !__CPROVER_r_ok(q, 1)) reach_error(); // assertion: violated, memory of which it is not known whether it may be accessed: proved, memory of which it is not known whether it may be accessed: proved
  }
  __VERIFIER_assume(!__CPROVER_r_ok(p, 1)); // memory of which it is not known whether it may be accessed: proved
  if (k == 0) {
   __VERIFIER_assume(!__CPROVER_r_ok(q, 5)); // memory of which it is not known whether it may be accessed: proved
   reach_error(); // assertion: violated
  }
  return 0;
}
