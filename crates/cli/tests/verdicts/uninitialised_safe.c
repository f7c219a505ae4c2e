// expect: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x;
  int y = 1;
  if (x)
    y = 2;
  if (y != 1 && y != 2)
    reach_error();
  return 0;
}
