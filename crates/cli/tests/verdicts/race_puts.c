// expect: FALSE
// flags: --64 --property no-data-race
// So does puts.
#include <pthread.h>
#include <stdio.h>
char b[16]="abc";
void *f(void*q){ puts(b); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); b[1]='x'; pthread_join(t,0); return 0; }
