extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 0;
  if (x > 5)
    y = x + 2;
  else
    y = 1;
  if (y == 12)
    reach_error();
  return 0;
}
