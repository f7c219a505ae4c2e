// class: what a call of the library reads beside other threads
// expect: TRUE
// flags: --property no-data-race
#include <pthread.h>
#include <stdio.h>
static char text[8] = "abcd";
static void *change(void *unused) {
  text[3] = 'x';
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, change, 0);
  printf("%.3s\n", text);
  pthread_join(thread, 0);
  return 0;
}
