// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);

struct point { int x, y; };
struct box { struct point low, high; };
static int area(struct box b) { return (b.high.x - b.low.x) * (b.high.y - b.low.y); }
int main(void) {
  struct box b = {.low = {1, 1}, .high = {.y = 4, .x = 3}};
  struct box c = b;
  c.low.x = 0;
#ifdef BUG
  if (area(b) != 6 || area(c) != 6)
#else
  if (area(b) != 6 || area(c) != 9)
#endif
    reach_error();
  return 0;
}
