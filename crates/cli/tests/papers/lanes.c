// Two branches one after the other, no loop.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = 0;
  if (__VERIFIER_nondet_int())
    x = x + 1;
  else
    x = x + 2;
  if (x > 2) reach_error();
  return 0;
}
