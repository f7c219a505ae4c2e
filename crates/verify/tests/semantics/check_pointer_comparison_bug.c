// expect: FALSE
// check: pointer-comparison
int main(void) {
  int low[2], high[2];
  return low < high;
}
