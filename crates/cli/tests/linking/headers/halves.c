
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
div_t halves(int x) {
  div_t d = {x / 2, x % 2};
  return d;
}
