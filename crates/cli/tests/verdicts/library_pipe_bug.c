// expect: FALSE
extern void reach_error(void);
int pipe(int *);
int main(void) {
  int p[2] = {0, 0};
  pipe(p);
  if (p[1] == 4) reach_error();
  return 0;
}
