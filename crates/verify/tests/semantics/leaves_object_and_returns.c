// expect: FALSE
// An address before the array leads back into it, wherever the array is.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int before[4] = {0, 0, 0, 0}, numbers[4] = {1, 2, 3, 4};
  int *from_one = numbers - 1;
  int i = __VERIFIER_nondet_int();
  if (i >= 1 && i <= 4 && from_one[i] == 3 && before[0] == 0)
    reach_error();
  return 0;
}
