// flags: --check division,overflow
// Behind the start of a thread, and in the thread, nothing is proved; what is before is.
#include <pthread.h>

static int divisor = 3;

static void *run(void *unused) {
  int ten = 10 / divisor; // division: unknown, overflow: unknown
  divisor = 0;
  divisor = 3;
  return unused;
}

int main(void) {
  int quotient = 100 / divisor; // division: proved, overflow: proved
  pthread_t thread;
  pthread_create(&thread, 0, run, 0); // not-modelled: unknown
  return quotient / divisor; // division: unknown, overflow: unknown
}
