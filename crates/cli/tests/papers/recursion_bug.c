extern void reach_error(void);
static int down(int n) {
  if (n == 0)
    return 0;
  return 1 + down(n - 1);
}
int main(void) {
  if (down(3) == 3)
    reach_error();
  return 0;
}
