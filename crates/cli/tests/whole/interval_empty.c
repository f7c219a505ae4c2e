// check: division
#include <stdio.h>

struct interval {
  int low, high;
};

static int middle(const struct interval *of, int parts) {
  return of->low + (of->high - of->low) / (parts - 2); /* BUG */
}

int main(int argc, char **argv) {
  struct interval all = {0, 100};
  if (argc > 4)
    return 1;
  printf("%d\n", middle(&all, argc));
  return 0;
}
