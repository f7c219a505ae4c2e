// expect: TRUE
#include "shared.h"
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  thing t = {GREEN, LARGE, {5}};
  power = __VERIFIER_nondet_int() ? ON : OFF;
  if (mix(RED, TURN, &t) != BLUE || t.paint != BLUE || current.whole != 7 || current.size != SMALL)
    reach_error();
  if (chosen(TURN)(BLUE) != TURN)
    reach_error();
  return 0;
}
