// Arrays: the elements of one are one region, its neighbours in a record are apart.
struct pair { short x; int y; };
struct packet { int kind; char bytes[8]; int words[4]; struct pair pairs[2]; int last; };
int numbers[10];
struct pair pairs[5];
int grid[3][4];
int fixed[3];
struct packet one;
int sum(int *from, int n) {
  int s = 0;
  while (n--) s += *from++;
  return s;
}
int main(void) {
  for (int i = 0; i < 10; i++) numbers[i] = i;
  for (int i = 0; i < 5; i++) {
    pairs[i].x = i;
    pairs[i].y = i;
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) grid[i][j] = i * j;
  fixed[0] = 1;
  fixed[2] = fixed[0];
  for (int i = 0; i < 8; i++) one.bytes[i] = i;
  for (int i = 0; i < 4; i++) one.words[i] = i;
  for (int i = 0; i < 2; i++) one.pairs[i].y = one.pairs[i].x = i;
  one.kind = one.last = 1;
  struct pair *p = &pairs[2];
  p->y = 7;
  int local[4];
  for (int i = 0; i < 4; i++) local[i] = 1;
  return sum(numbers, 10) + sum(local, 4) + p[1].x + grid[2][3];
}
