// class: what a call of the library reads beside other threads
// expect: FALSE
// flags: --property no-data-race
#include <pthread.h>
#include <stdio.h>
static char text[8] = "abc";
static void *change(void *unused) {
  text[1] = 'x';
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, change, 0);
  printf("%" "8s\n", text);
  pthread_join(thread, 0);
  return 0;
}
