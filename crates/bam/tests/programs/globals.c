// expect: TRUE
// Two globals that a recursion changes; the callee's changes must not be lost at the return.
// with: BUG
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
#ifdef BUG
  deepest = 3;
#endif
  dive(6);
#ifdef BUG
  if (deepest != 3)
#else
  if (depth != 0 || deepest != 7)
#endif
    reach_error();
  return 0;
}
