// expect: TRUE
// A later value for a part replaces it as a whole: what it does not say is zero. Of a range only the last goes on.
extern void reach_error(void);
struct text {
  char name[6];
  int j;
};
static struct text g[] = {{{"foo"}, 1}, [0] = {.name[0] = 'b'}};
static struct text h[2] = {[0 ... 1] = {{"foo"}, 1}, [1] = {.j = 4}, [0].name = "a"};
static int length[] = (int[3]){1};
static int one = 1;
#define EIGHT 1, 2, 3, 4, 5, 6, 7, 8
#define MANY EIGHT, EIGHT, EIGHT, EIGHT, EIGHT, EIGHT, EIGHT, EIGHT
struct part {
  int *to;
  unsigned low : 4;
  int x[2];
};
static struct part large[40] = {[0 ... 1] = {&one, 3, {4, 5}}, [1] = {.x[1] = 6}, [2].x = {MANY}, [0].to = 0};
static int numbers[200] = {MANY, MANY, [0] = 7, [1] = 0};
struct pair {
  int a, b, c;
};
int main(void) {
  struct text m[] = {{{"foo"}, 1}, [0] = {.name[0] = 'b'}};
  if (m[0].name[0] != 'b' || m[0].name[1] != 0 || m[0].name[2] != 0 || m[0].j != 0)
    reach_error();
  if (g[0].name[0] != 'b' || g[0].name[1] != 0 || g[0].name[2] != 0 || g[0].j != 0)
    reach_error();
  if (h[1].name[0] != 0 || h[1].j != 4 || h[0].name[0] != 'a' || h[0].name[1] != 0 || h[0].j != 1)
    reach_error();
  if (sizeof length != 3 * sizeof(int) || length[0] != 1 || length[2] != 0)
    reach_error();
  if (large[0].to != 0 || large[0].low != 3 || large[0].x[0] != 4 || large[1].to != 0 || large[1].low != 0)
    reach_error();
  if (large[1].x[0] != 0 || large[1].x[1] != 6 || large[2].x[1] != 2 || numbers[0] != 7 || numbers[1] != 0 || numbers[2] != 3)
    reach_error();
  int local[200] = {MANY, MANY, [0] = one + 1, [1] = one, [0] = 5};
  struct part parts[40] = {{&one, one, {4, 5}}, {&one, one, {4, 5}}, [1] = {.x[1] = 6}, [2].x = {MANY}, [0].to = 0};
  if (local[0] != 5 || local[1] != 1 || local[2] != 3)
    reach_error();
  if (parts[0].to != 0 || parts[0].low != 1 || parts[1].to != 0 || parts[1].low != 0 || parts[1].x[1] != 6 || parts[1].x[0] != 0)
    reach_error();
  struct pair r[4] = {[0 ... 2].a = 1, 2, 3, {7}};
  if (r[0].a != 1 || r[0].b != 0 || r[1].a != 1 || r[1].b != 0 || r[2].b != 2 || r[2].c != 3 || r[3].a != 7)
    reach_error();
  return 0;
}
