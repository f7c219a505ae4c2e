// expect: FALSE
// Two globals that a recursion changes; the callee's changes must not be lost at the return.
extern void reach_error(void);
int depth, deepest;
void dive(int n) {
  depth++;
  if (depth > deepest)
    deepest = depth;
  if (n > 0)
    dive(n - 1);
  depth--;
}
int main(void) {
  deepest = 3;
  dive(6);
  if (deepest != 3)
    reach_error();
  return 0;
}
