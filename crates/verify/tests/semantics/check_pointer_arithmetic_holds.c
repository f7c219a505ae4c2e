// expect: TRUE
// check: pointer-arithmetic
int main(void) {
  int table[4] = {1, 2, 3, 4}, sum = 0;
  for (int *at = table; at != table + 4; at++)
    sum += *at;
  int *last = &table[4];
  last -= 4;
  return sum + *last;
}
