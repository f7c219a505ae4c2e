// flags: --check division,overflow
// A thread is looked at in all schedules: what it runs is proved or violated in main, which starts it.
#include <pthread.h>

static int divisor = 3;

static void *run(void *unused) {
  int ten = 10 / divisor; // division: proved, overflow: proved
  divisor = 0;
  divisor = 3;
  return unused;
}

int main(void) {
  int quotient = 100 / divisor; // division: proved, overflow: proved
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  return quotient / divisor; // division: violated, overflow: proved
}
