// expect: TRUE
// A subscript in its row changes no other one.
// with: BUG
// expect: FALSE
// A subscript beyond its row is in the next one.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int table[2][4] = {0};
  int column = __VERIFIER_nondet_int();
#ifdef BUG
  if (column < 0 || column > 7)
#else
  if (column < 0 || column > 3)
#endif
    return 0;
  table[0][column] = 7;
  if (table[1][1] == 7)
    reach_error();
  return 0;
}
