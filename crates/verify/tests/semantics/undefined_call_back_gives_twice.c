// expect: FALSE
// Code outside keeps what an earlier call back gave, when a later one gives something else.
extern void reach_error(void);
extern void with(int *(*give)(void));
static int first, second, calls;
static int *give(void) {
  if (calls++ == 0)
    return &first;
  first = 0;
  return &second;
}
int main(void) {
  with(give);
  if (calls == 2 && first == 5)
    reach_error();
  return 0;
}
