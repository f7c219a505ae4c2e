// expect: UNKNOWN
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char b[8] = "zz";
  snprintf(b, sizeof b, "%.1f", 1.5);
  if (b[0] == '1') reach_error();
  return 0;
}
