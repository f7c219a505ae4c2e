// expect: TRUE
// Declarations that differ in what a register does not tell apart: undefined in C, and certain on the machine.
extern void reach_error(void);
extern unsigned int first(unsigned int);
extern void *second(const char *);
extern int third(int, int, int);
extern void fourth(long *);
int main(void) {
  long x = 1;
  fourth(&x);
  if (first(5) != 6u || second("x") == 0 || third(1, 2, 3) != 3 || x != 2)
    reach_error();
  return 0;
}
