// flags: --check valid-deref
// Three calls whose models share one of their own: the row of each is answered by its own copy of that.
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
static char first[16], second[4], third[2];

int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 0:
    pread(0, first, 16, 0); // valid-deref: proved
    break;
  case 1:
    read(0, second, 5); // valid-deref: violated
    break;
  case 2:
    read(0, third, 3); // valid-deref: violated
    break;
  }
  return 0;
}
