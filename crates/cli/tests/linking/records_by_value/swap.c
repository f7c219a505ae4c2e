struct inner { int x, y; };
typedef struct { struct inner p; double d; char name[3]; } item;
item global = {{9, 9}, 9, ""};
item swap(item i, struct inner more) {
  int x = i.p.x;
  i.p.x = i.p.y;
  i.p.y = x;
  i.d += more.x + more.y;
  global = i;
  return global;
}
