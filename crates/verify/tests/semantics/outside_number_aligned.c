// expect: TRUE
// A number from outside may be the address of an element of the table, but an `int *` that is not aligned is none that C defines.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
static int noted = 1;
int main(void) {
  int table[4] = {1, 2, 3, 4};
  int *kept = __VERIFIER_nondet_int() ? table : &noted;
  unsigned long number = (unsigned long)kept;
  int *there = (int *)__VERIFIER_nondet_ulong();
  if (!there || !number)
    return 0;
  *there = 1;
  if (table[0] != 1)
    reach_error();
  return 0;
}
