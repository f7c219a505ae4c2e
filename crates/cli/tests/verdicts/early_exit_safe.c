// expect: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

extern void exit(int);
extern void abort(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1)
    exit(3);
  if (x == 2)
    abort();
  if (x == 1)
    reach_error();
  return 0;
}
