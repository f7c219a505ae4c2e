// expect: TRUE
// flags: --64 --property no-data-race
// Each account has its lock; the table is from main, in order.
// with: NEXT
// expect: FALSE
// flags: --64 --property no-data-race
// What one account gets the next one pays, under one lock only.
#include <pthread.h>
#include <stdlib.h>
struct account { int number; pthread_mutex_t lock; long cents; };
static struct account accounts[8];
#ifdef NEXT
static void pay(struct account *to, long cents) { pthread_mutex_lock(&to->lock); to->cents += cents; (to + 1)->cents -= cents; pthread_mutex_unlock(&to->lock); }
static void *teller(void *unused) { for (int i = 0; i < 100; i++) pay(&accounts[rand() % 2], i); return unused; }
#else
static void pay(struct account *to, long cents) { pthread_mutex_lock(&to->lock); to->cents += cents; pthread_mutex_unlock(&to->lock); }
static void *teller(void *unused) { for (int i = 0; i < 100; i++) pay(&accounts[rand() % 8], i); return unused; }
#endif
int main(void) {
  pthread_t all[3];
  for (int i = 0; i < 8; i++) { accounts[i].number = i; pthread_mutex_init(&accounts[i].lock, 0); }
  for (int i = 0; i < 3; i++) pthread_create(&all[i], 0, teller, 0);
  for (int i = 0; i < 3; i++) pthread_join(all[i], 0);
  return 0;
}
