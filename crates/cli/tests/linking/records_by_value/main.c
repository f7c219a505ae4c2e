// expect: TRUE
extern void reach_error(void);
struct inner { int x, y; };
typedef struct { struct inner p; double d; char name[3]; } item;
item swap(item, struct inner);
extern item global;
int main(void) {
  item a = {{1, 2}, 0.5, "ab"}, b;
  b = swap(a, (struct inner){7, 8});
  global = b;
  if (global.p.x != 2 || global.p.y != 1 || global.d != 15.5 || b.name[1] != 'b' || a.p.x != 1)
    reach_error();
  return 0;
}
