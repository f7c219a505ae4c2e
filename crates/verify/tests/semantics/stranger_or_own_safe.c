// expect: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef int (*action)(const int *);
extern action given(void);
static int own(const int *p) { return *p; }
int main(void) {
  action action = __VERIFIER_nondet_int() ? own : given();
  int x = 0;
  if (action == own && action(&x) != 0)
    reach_error();
  action(&x);
  if (x == 9)
    reach_error();
  return 0;
}
