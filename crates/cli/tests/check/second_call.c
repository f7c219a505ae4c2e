// flags: --check division,null-dereference,valid-free
// A check in a function that is called again behind a loop, by another function too; and models of the library without checks of their own.
#include <errno.h>
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static int share(int by) {
  return 10 / by; // division: violated
}

static int often(int times) {
  int sum = 0;
  while (times > 0) {
    sum += share(times);
    times--;
  }
  return sum;
}

static int once(int by) {
  return 10 / by; // division: proved
}

int main(void) {
  char line[16];
  int sum = once(2) + share(1);
  for (int i = 1; i < 4; i++)
    sum += often(i);
  if (__VERIFIER_nondet_int())
    sum += share(sum - sum);
  puts(strerror(errno)); // null-dereference: proved, null-dereference: proved
  if (fgets(line, sizeof line, stdin)) // null-dereference: proved
    sum++;
  return sum;
}
