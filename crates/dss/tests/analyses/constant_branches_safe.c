// expect: values=true intervals=true predicates=true together=true
void reach_error(void);
int main(void) {
  int mode = 2, steps = 0;
  while (steps < 4) {
    if (mode == 2) mode = 3;
    else if (mode == 3) mode = 2;
    else reach_error();
    steps++;
  }
  if (mode < 2 || mode > 3) reach_error();
  return 0;
}
