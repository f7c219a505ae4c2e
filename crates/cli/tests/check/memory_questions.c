// flags: --property unreach-call
// Memory is asked about anywhere in C text, and the answer is used either way: of objects, of their ends, of null and of constants.
extern void reach_error(void);
extern void *malloc(unsigned long); extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int a[4]; const int c[2] = {1, 2};
int main(void) {
  int k = __VERIFIER_nondet_int();
  char *s = "abc";
  if (!__CPROVER_r_ok(a, sizeof a)) reach_error(); // assertion: proved, memory of which it is not known whether it may be accessed: proved
  if (__CPROVER_r_ok(a + 4, 1)) reach_error(); // assertion: proved, memory of which it is not known whether it may be accessed: proved
  if (!__CPROVER_r_ok(a + 4, 0)) reach_error(); // assertion: proved
  if (!__CPROVER_r_ok(a + 2, 8)) reach_error(); // assertion: proved, memory of which it is not known whether it may be accessed: proved
  if (__CPROVER_r_ok(a + 2, 9)) reach_error(); // assertion: proved, memory of which it is not known whether it may be accessed: proved
  if (!__CPROVER_r_ok(a)) reach_error(); // assertion: proved, memory of which it is not known whether it may be accessed: proved
  if (__CPROVER_r_ok((int *)0)) reach_error(); // assertion: proved, memory of which it is not known whether it may be accessed: proved
  if (!__CPROVER_r_ok((int *)0, 0)) reach_error(); // assertion: proved
  if (__CPROVER_w_ok(s, 1)) reach_error(); // assertion: proved, memory of which it is not known whether it may be accessed: proved
  if (!__CPROVER_r_ok(s, 4)) reach_error(); // assertion: proved, memory of which it is not known whether it may be accessed: proved
  if (__CPROVER_w_ok(c, 1)) reach_error(); // assertion: proved, memory of which it is not known whether it may be accessed: proved
  if (__CPROVER_r_ok(a, -1)) reach_error(); // assertion: proved, memory of which it is not known whether it may be accessed: proved
  if (k >= 0 && k < 4 && !__CPROVER_rw_ok(a + k)) reach_error(); // assertion: proved, memory of which it is not known whether it may be accessed: proved
  if (k >= 0 && k < 5 && !__CPROVER_rw_ok(a + k)) reach_error(); // assertion: violated, memory of which it is not known whether it may be accessed: proved
  return 0;
}
