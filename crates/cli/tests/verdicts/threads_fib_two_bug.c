// expect: FALSE
#include <pthread.h>
extern void reach_error(void);
int i = 1, j = 1;
#define N 2
void *t1(void *a) { for (int k = 0; k < N; k++) i += j; return 0; }
void *t2(void *a) { for (int k = 0; k < N; k++) j += i; return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, t1, 0); pthread_create(&b, 0, t2, 0); if (i >= 8 || j >= 8) reach_error(); return 0; }
