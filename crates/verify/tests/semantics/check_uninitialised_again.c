// expect: FALSE
// check: uninitialised
// What a block's variable was in the round before is gone.
int main(void) {
  int sum = 0;
  for (int round = 0; round < 2; round++) {
    int own;
    if (round == 0)
      own = 3;
    sum += own;
  }
  return sum;
}
