// expect: TRUE
// A designator may be followed by the value of the first part of what it names, and by those of the parts behind it.
extern void reach_error(void);
typedef union {
  int lock;
  char bytes[4];
} mutex;
struct inner {
  int x[2];
  mutex m;
};
struct outer {
  int c;
  mutex m;
  struct inner deep[2];
  int after;
};
static struct outer g = {.m = 7, .deep[1].x = 1, 2, 3, 4};
int main(void) {
  struct outer r = {.m = 5, .deep = 1, 2, 3, 4, .after = 9};
  if (r.c != 0 || r.m.lock != 5 || r.after != 9)
    reach_error();
  if (r.deep[0].x[0] != 1 || r.deep[0].x[1] != 2 || r.deep[0].m.lock != 3 || r.deep[1].x[0] != 4 || r.deep[1].x[1] != 0)
    reach_error();
  if (g.c != 0 || g.m.lock != 7 || g.deep[1].x[0] != 1 || g.deep[1].x[1] != 2 || g.deep[1].m.lock != 3 || g.after != 4)
    reach_error();
  mutex a[3] = {[1] = 2, 3};
  if (a[0].lock != 0 || a[1].lock != 2 || a[2].lock != 3)
    reach_error();
  return 0;
}
