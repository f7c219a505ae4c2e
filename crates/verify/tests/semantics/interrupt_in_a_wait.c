// expect: TRUE
// option: interrupts=arrive
extern void reach_error(void);
static int ready;
static void arrive(void) { ready = 1; }

int main(void) {
  while (!ready)
    ;
  if (ready != 1)
    reach_error();
  return 0;
}
