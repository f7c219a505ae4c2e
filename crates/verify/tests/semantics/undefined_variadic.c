// expect: FALSE
extern void reach_error(void);
extern int read_all(const char *format, ...);
int main(void) {
  int x = 0, y = 0;
  read_all("ii", &x, &y);
  if (x == 2 && y == 3)
    reach_error();
  return 0;
}
