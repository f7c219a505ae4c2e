// expect: FALSE
// Sums that are written through pointers to callers' variables, with a call whose depth depends on them. A sum that is too large is
// a value of its type only on paths where it is; nothing may take it for one elsewhere.
extern void reach_error(void);
static void add(int *to, int rounds) {
  int own = rounds;
  if (rounds > 0)
    add(&own, rounds - 1);
  *to += own;
}
int main(void) {
  int total = 0;
  add(&total, 1);
  add(&total, 3);
  add(&total, total & 1);
  if (total == 8)
    reach_error();
  return 0;
}
