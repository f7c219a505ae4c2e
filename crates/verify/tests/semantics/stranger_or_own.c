// expect: TRUE
// with: BUG
// expect: FALSE
// A function of the program or one from outside: what either does counts.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#ifdef BUG
typedef int (*action)(int *);
extern action given(void);
static int own(int *p) { *p = 1; return 0; }
#else
typedef int (*action)(const int *);
extern action given(void);
static int own(const int *p) { return *p; }
#endif
int main(void) {
  action action = __VERIFIER_nondet_int() ? own : given();
  int x = 0;
#ifndef BUG
  if (action == own && action(&x) != 0)
    reach_error();
#endif
  action(&x);
  if (x == 9)
    reach_error();
  return 0;
}
