// class: an object whose address is published on one of two ways only
// expect: FALSE
// flags: --property no-data-race
#include <pthread.h>
#include <stdlib.h>
struct counter { int value; };
static struct counter *shown;
extern int __VERIFIER_nondet_int(void);
static void *count(void *unused) {
  if (shown) shown->value++;
  return unused;
}
int main(void) {
  pthread_t thread;
  struct counter *mine = malloc(sizeof *mine), *given;
  if (!mine) return 0;
  mine->value = 0;
  if (__VERIFIER_nondet_int()) given = mine; else given = 0;
  shown = given;
  pthread_create(&thread, 0, count, 0);
  mine->value = 1;
  pthread_join(thread, 0);
  return 0;
}
