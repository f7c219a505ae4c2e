// expect: TRUE
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  void (*f)(int) = exit;
  f(0);
  reach_error();
}
