#include <pthread.h>
#include <math.h>
void emit(unsigned long long);
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int times;
static void init(void) { times++; }
int main(void) {
  pthread_once(&once, init); pthread_once(&once, init); emit(times);
  pthread_key_t k; pthread_key_create(&k, 0); emit(pthread_getspecific(k) == 0); pthread_setspecific(k, &times); emit(pthread_getspecific(k) == &times);
  long double w; emit(modfl(-3.25L, &w) == -0.25L); emit(w == -3.0L);
  float tiny = 1e-40f; emit(isnormal(tiny)); emit(isnormal(1.0f)); emit(fpclassify(tiny)); emit(isnormal((double)tiny));
  signed char sc; emit(__builtin_add_overflow_p(100, 100, (signed char)0)); emit(__builtin_add_overflow(100, 100, &sc)); emit(sc);
  return 0;
}
