#define _GNU_SOURCE
#include <stdlib.h>
void emit(unsigned long long);
static void one(void) { emit(1); }
static void two(void) { emit(2); }
static void three(int status, void *p) { emit(status); emit(*(int *)p); }
static int n = 33;
int main(void) {
  atexit(one); on_exit(three, &n); atexit(two); atexit(one);
  return 4;
}
