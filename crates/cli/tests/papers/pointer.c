// What the error depends on is written through a pointer, and an array is handed to a function.
extern void reach_error(void);
void fill(int *to, int n) { to[n] = 4; }
int main(void) {
  int here = 0, there = 0, row[3] = {0, 0, 0};
  int *p = &here;
  int *q = &there;
  *p = 1;
  *q = 2;
  fill(row, 1);
  if (here + row[1] != 5) reach_error();
  return 0;
}
