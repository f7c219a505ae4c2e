// expect: TRUE
extern void reach_error(void);
int fesetround(int);
int main(void) {
  if (fesetround(0) != 0) reach_error();
  return 0;
}
