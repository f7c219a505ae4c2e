// expect: intervals=true together=true
// The value analysis counts, too, but for too long.
void reach_error(void);
int main(void) {
  int i = 0, sum = 0;
  while (i < 1000000) {
    i++;
    if (i % 2) sum = 1;
    else sum = 2;
  }
  if (i < 1000000 || sum > 2) reach_error();
  return 0;
}
