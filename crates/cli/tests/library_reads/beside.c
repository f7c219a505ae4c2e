// Another thread writes while the call reads.
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

char text[8] = "1234567", format[3] = "%s", out[16];
wchar_t wide[3] = L"ab";
time_t moment;
struct tm parts;
int number;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int (*put)(const char *) = puts;
void outside(char *text);
void outside_number(int number);

static void say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
}

void *other(void *unused) {
  text[1] = 0;
  wide[1] = 0;
  moment = 1;
  parts.tm_min = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  puts(text); /* the call */
  pthread_join(thread, 0);
}
