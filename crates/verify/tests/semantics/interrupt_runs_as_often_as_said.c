// expect: FALSE
// option: interrupts=tick=2
extern void reach_error(void);
static int count;
void tick(void) { count++; }

int main(void) {
  int first = count;
  int second = count;
  if (first == 0 && second == 2)
    reach_error();
  return 0;
}
