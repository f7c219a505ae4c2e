// expect: FALSE
// option: interrupts=strike=1
extern void reach_error(void);
static int level;
static int hits;
static void strike(void) { level = 9; }
static void take(int seen) {
  if (seen == 0 && level == 9)
    hits = 1;
}

int main(void) {
  take(level);
  if (hits)
    reach_error();
  return 0;
}
