// expect: false
extern void reach_error(void);

// The callee's variable and the caller's of the same name are not one.
static int probe(int *above, int depth) {
  int own = depth;
  if (depth == 0)
    return above == &own ? 0 : *above;
  return probe(&own, depth - 1);
}
int main(void) {
  int x = 9;
  if (probe(&x, 2) == 1)
    reach_error();
  return 0;
}
