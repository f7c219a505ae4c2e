// expect: TRUE
// check: valid-deref
// One before the first element is no address that C knows, but nobody goes there.
int main(void) {
  int numbers[3] = {1, 2, 3}, sum = 0;
  for (int *at = numbers + 2; at >= numbers; at--)
    sum += *at;
  return sum;
}
