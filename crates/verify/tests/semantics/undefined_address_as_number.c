// expect: FALSE
extern void reach_error(void);
extern int control(int file, int request, unsigned long argument);
int main(void) {
  int x = 0;
  control(3, 4, (unsigned long)&x);
  if (x == 2)
    reach_error();
  return 0;
}
