// expect: TRUE
// option: interrupts=tick=2
extern void reach_error(void);
static int count;
void tick(void) { count++; }

int main(void) {
  int first = count;
  int second = count;
  int third = count;
  if (third > 2 || second < first)
    reach_error();
  return 0;
}
