// expect: TRUE
// flags: --32
extern void reach_error(void);
extern volatile int x;
volatile int own;
int main(void) {
  own = 3;
  if (own != 3) reach_error();
  volatile int local = 4;
  volatile int *p = &local;
  *p += 1;
  if (*p != 5 || local != 5) reach_error();
  int y = (x = 7);
  if (y != 7) reach_error();
  y = x++;
  if (x != y + 1) { if (y == 100) goto bad; }
  return 0;
bad: return 1;
}
