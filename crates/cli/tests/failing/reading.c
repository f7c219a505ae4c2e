// Numbers from the standard input: the harness puts them there. What else is read of the system it cannot say.
#include <stdio.h>

extern void reach_error(void);

int main(void) {
  int a;
  unsigned long long b;
  double c;
  if (scanf("%d %llu", &a, &b) == 2 && fscanf(stdin, "%lf", &c) == 1 && a == -7 && b > 1ull << 40 && c == 2.5)
    reach_error();
  return 0;
}
