// expect: FALSE
// What stands in the operand of `sizeof` is reached when the operand is evaluated.
extern void reach_error(void);

int main(void) {
  int n = 2;
  int a[n][n];
  return sizeof(a[({ reach_error(); 0; })]);
}
