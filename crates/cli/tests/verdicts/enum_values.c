// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

enum colour { RED, GREEN = 5, BLUE };
int main(void) {
  enum colour c = BLUE;
#ifdef BUG
  if (c == 6 || RED != 0)
#else
  if (c != 6 || RED != 0)
#endif
    reach_error();
  return 0;
}
