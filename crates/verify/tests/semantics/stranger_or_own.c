// expect: FALSE
// A function of the program or one from outside: what either does counts.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef int (*action)(int *);
extern action given(void);
static int own(int *p) { *p = 1; return 0; }
int main(void) {
  action action = __VERIFIER_nondet_int() ? own : given();
  int x = 0;
  action(&x);
  if (x == 9)
    reach_error();
  return 0;
}
