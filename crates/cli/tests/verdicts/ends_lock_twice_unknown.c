// expect: UNKNOWN
// flags: --64 --property termination
// The second lock waits for ever.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(){ pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }
