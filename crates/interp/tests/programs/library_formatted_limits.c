#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void emit(unsigned long long);
int main(void) {
  char b[16];
  for (int n = 0; n < 9; n++) {
    memset(b, 'z', sizeof b);
    emit(snprintf(b, n, "%d-%s", 123, "abc"));
    for (int i = 0; i < 16; i++) emit((unsigned char)b[i]);
  }
  emit(snprintf(0, 0, "%5d%s", 1, "xy"));
  int n = -1; char hh = -1; short h = -1; long l = -1; long long ll = -1;
  signed char hs = 5;
  emit(sprintf(b, "ab%ncd%hhn", &n, &hs)); emit(n); emit(hs);
  emit(sprintf(b, "%d%hn%ln%lln", 12345, &h, &l, &ll)); emit(h); emit(l); emit(ll);
  n = 9; snprintf(b, 0, "%d%n", 77, &n); 
  return n;
}
