// expect: FALSE
// check: array-index
int main(void) {
  int rows = 3, columns = 4;
  int a[rows][columns];
  a[0][4] = 1;
  return 0;
}
