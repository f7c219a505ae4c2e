// The error follows both branches, of which one has no execution: a counterexample must take the
// other.
extern void reach_error(void);
int main(void) {
  int x = 0, y;
  if (x < 0)
    y = 1;
  else
    y = 2;
  reach_error();
  return y;
}
