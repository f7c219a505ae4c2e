// The path through both guards has no execution, and the first guard's value does not reach the
// error by data.
extern void reach_error(void);
int main(void) {
  int x = 0;
  int y = 0;
  if (x < 0)
    y = 2;
  if (y == 2)
    reach_error();
  return 0;
}
