// expect: UNKNOWN
// flags: --64 --property no-data-race
// A bit-field of no bits lies between: two places.
#include <pthread.h>
struct s{int a:4; int :0; int b:4;} g;
void *a(void*p){ g.b=1; return 0; }
int main(){ pthread_t t; pthread_create(&t,0,a,0); g.a=2; pthread_join(t,0); return g.b; }
