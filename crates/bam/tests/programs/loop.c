// expect: TRUE
// Recursion under a loop: a tree is walked, and each node counted.
// with: BUG
// expect: FALSE
// Recursion under a loop: a tree is walked, and each node counted.
extern void reach_error(void);
int count;
void walk(int depth) {
  count++;
  for (int i = 0; i < 2; i++)
    if (depth > 0)
      walk(depth - 1);
}
int main(void) {
#ifdef BUG
  walk(2);
  if (count == 7)
#else
  walk(3);
  if (count != 15)
#endif
    reach_error();
  return 0;
}
