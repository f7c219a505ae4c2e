// A local of a recursive function is many objects: no scalar, though one variable is all that pointers go to.
static int walk(int n, int *up) {
  int mine = n;
  if (up) *up += mine;
  if (n > 0) walk(n - 1, &mine);
  return mine;
}
static int once(int *up) { return *up; }
int main(void) {
  int top = 0;
  int deep = walk(3, 0);
  int other = 5;
  return deep + top + once(&other);
}
