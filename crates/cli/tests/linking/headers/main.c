// expect: FALSE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <signal.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <sys/stat.h>
#include <pthread.h>
#include <time.h>
#include <locale.h>
#include <wchar.h>
extern void reach_error(void);
div_t halves(int x);
int main(void) {
  div_t d = halves(7);
  if (d.quot == 3 && d.rem == 1)
    reach_error();
  return 0;
}
