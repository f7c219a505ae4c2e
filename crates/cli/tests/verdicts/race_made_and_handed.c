// expect: TRUE
// flags: --64 --property no-data-race
// A message is filled before anybody finds it.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct message { char text[16]; int length; struct message *next; };
static struct message *head; static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *sender(void *unused) {
  for (int i = 0; i < 50; i++) {
    struct message *one = malloc(sizeof *one);
    if (!one) break;
    memset(one->text, 'a', sizeof one->text);
    one->length = i;
    pthread_mutex_lock(&lock); one->next = head; head = one; pthread_mutex_unlock(&lock);
  }
  return unused;
}
static void *reader(void *unused) {
  pthread_mutex_lock(&lock); int sum = 0; for (struct message *at = head; at; at = at->next) sum += at->length + at->text[0]; pthread_mutex_unlock(&lock);
  return sum ? unused : 0;
}
int main(void) { pthread_t a, b; pthread_create(&a, 0, sender, 0); pthread_create(&b, 0, reader, 0); pthread_join(a, 0); pthread_join(b, 0); return 0; }
