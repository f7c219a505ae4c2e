// expect: TRUE
// option: interrupts=tick=1
extern void reach_error(void);
static int depth, sum;
// Both the program and the handler call it; a handler is not interrupted.
static void add(int x) {
  sum += x;
}
static void tick(void) {
  depth++;
  if (depth > 1)
    reach_error();
  add(10);
  depth--;
}

int main(void) {
  add(1);
  add(2);
  if (sum != 3 && sum != 13)
    reach_error();
  return 0;
}
