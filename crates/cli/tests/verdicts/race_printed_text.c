// expect: FALSE
// flags: --64 --property no-data-race
// printf reads the text that the other thread writes.
#include <pthread.h>
#include <stdio.h>
char b[16]="abc";
void *a(void*p){ printf("%s", b); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,a,0); b[0]='x'; pthread_join(t,0); return 0; }
