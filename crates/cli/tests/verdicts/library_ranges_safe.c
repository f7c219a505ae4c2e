// expect: TRUE
// Results within their ranges, and what a call that fails leaves alone.
#define _GNU_SOURCE
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  struct timespec now;
  struct timeval day;
  struct stat file;
  sigset_t signals;
  int ends[2], state = 7;
  char word[4];
  void *aligned = 0;
  if (clock_gettime(CLOCK_REALTIME, &now) == 0 && (now.tv_nsec < 0 || now.tv_nsec > 999999999)) reach_error();
  if (gettimeofday(&day, 0) == 0 && (day.tv_usec < 0 || day.tv_usec > 999999)) reach_error();
  if (pipe(ends) == 0 && (ends[0] < 0 || ends[1] < 0)) reach_error();
  if (scanf("%3s", word) == 1 && (word[0] == ' ' || word[0] == '\n')) reach_error();
  if (sigemptyset(&signals)) reach_error();
  if (fwrite(word, 0, 5, stdout)) reach_error();
  if (waitpid(-1, &state, 0) < 0 && state != 7) reach_error();
  file.st_size = 5;
  if (stat("a", &file) && file.st_size != 5) reach_error();
  if (posix_memalign(&aligned, 2, 8) == 0 || aligned) reach_error();
  char *here = get_current_dir_name(), *again = get_current_dir_name();
  if (here && here == again) reach_error();
  if (isinf(-1 / 0.0) == 0 || isinf(0.0)) reach_error();
  return 0;
}
