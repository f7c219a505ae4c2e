// expect: true
// tree: any
extern void reach_error(void);

static int probe(int *above, int depth) {
  int own = depth;
  if (above == &own)
    reach_error();
  if (depth == 0)
    return *above;
  return probe(&own, depth - 1);
}
int main(void) {
  int x = 9;
  probe(&x, 2);
  return 0;
}
