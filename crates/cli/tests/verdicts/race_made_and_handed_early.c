// expect: FALSE
// flags: --64 --property no-data-race
// The message is found before it is filled.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct message { char text[16]; int length; };
static struct message *first; static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *sender(void *unused) {
  struct message *one = malloc(sizeof *one);
  if (!one) return 0;
  one->length = 3;
  pthread_mutex_lock(&lock); first = one; pthread_mutex_unlock(&lock);
  memset(one->text, 'a', sizeof one->text);
  return unused;
}
static void *reader(void *unused) { pthread_mutex_lock(&lock); int got = first && first->text[7] == 'a'; pthread_mutex_unlock(&lock); return got ? unused : 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, sender, 0); pthread_create(&b, 0, reader, 0); pthread_join(a, 0); pthread_join(b, 0); return 0; }
