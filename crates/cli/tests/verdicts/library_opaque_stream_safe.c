// expect: TRUE
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  FILE *f = fopen("a", "r");
  if (!f) return 1;
  int x = 3;
  fprintf(f, "%d", x);
  fclose(f);
  if (x != 3) reach_error();
  return 0;
}
