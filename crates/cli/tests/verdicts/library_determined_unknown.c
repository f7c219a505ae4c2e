// expect: UNKNOWN
// What the machine determines, and Cairn does not compute: no violation is shown that takes any value for it.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned seed = 1;
  pthread_attr_t attributes;
  sem_t none;
  int first, second;
  char digits[4];
  switch (__VERIFIER_nondet_int()) {
  case 0:
    if (pthread_self() != pthread_self()) reach_error();
    break;
  case 1:
    first = rand_r(&seed);
    seed = 1;
    if (rand_r(&seed) != first) reach_error();
    break;
  case 2:
    srand(7);
    first = rand();
    srand(7);
    if (rand() != first) reach_error();
    break;
  case 3:
    sem_init(&none, 0, 0);
    sem_wait(&none);
    reach_error();
    break;
  case 4:
    first = dup2(1, 5);
    if (first != -1 && first != 5) reach_error();
    break;
  case 5:
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, 1);
    if (pthread_attr_getdetachstate(&attributes, &second) == 0 && second != 1) reach_error();
    break;
  case 6:
    if (setenv("A", "b", 1) == 0 && !getenv("A")) reach_error();
    break;
  case 7:
    if (scanf("%3[0-9]", digits) == 1 && digits[0] == 'a') reach_error();
    break;
  }
  return 0;
}
