// expect: TRUE
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int c, n = 0;
  while ((c = getchar()) != EOF && n < 5) {
    if (c < 0 || c > 255) reach_error();
    n++;
  }
  return 0;
}
