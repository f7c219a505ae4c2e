// check: overflow
#include <stdio.h>
#include <time.h>

int main(int argc, char **argv) {
  long now = time(NULL);
  if (now < 0)
    return 1;
  printf("%ld\n", now + 4000000000000000000 + argc * 1000000000000000000); /* BUG */
  return 0;
}
