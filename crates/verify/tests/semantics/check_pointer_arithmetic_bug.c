// expect: FALSE
// check: pointer-arithmetic
// An array that is counted from 1, in the old way.
int main(void) {
  int table[4] = {1, 2, 3, 4};
  int *from_one = table;
  from_one--;
  return from_one[1];
}
