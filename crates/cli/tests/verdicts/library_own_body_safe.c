// expect: TRUE
extern void reach_error(void);
int strtol(int x) {
  return x + 1;
}
int pipe(int x) {
  return x;
}
int main(void) {
  if (strtol(1) != 2 || pipe(3) != 3) reach_error();
  return 0;
}
