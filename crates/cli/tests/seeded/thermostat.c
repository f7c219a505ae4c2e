// A controller with hysteresis: it heats below the lower bound, cools above the upper one, and otherwise goes on as before.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { IDLE, HEATING, COOLING };

static int mode = IDLE;
static int low = 18;
static int high = 24;

static int clamp(int value, int least, int most) {
  if (value < least)
    return least;
  if (value > most)
    return most;
  return value;
}

static int next_mode(int now, int temperature) {
  int next = now;
  if (temperature < low) {
    next = HEATING;
  } else if (temperature > high) {
    next = COOLING;
  } else if (now == HEATING && temperature >= low + 2) {
    next = IDLE;
  } else if (now == COOLING && temperature <= high - 2) {
    next = IDLE;
  }
  return next;
}

static int power(int now, int temperature) {
  int distance = 0;
  if (now == HEATING)
    distance = high - temperature;
  else if (now == COOLING)
    distance = temperature - low;
  return clamp(distance * 10, 0, 100);
}

int main(void) {
  for (int round = 0; round < 4; round++) {
    int temperature = __VERIFIER_nondet_int();
    if (temperature < -40 || temperature > 60)
      return 0;
    int before = mode;
    mode = next_mode(mode, temperature);
    int watts = power(mode, temperature);
    if (watts < 0 || watts > 100)
      reach_error();
    if (temperature < 18 && mode != HEATING)
      reach_error();
    if (temperature > 24 && mode != COOLING)
      reach_error();
    if (mode == IDLE && watts != 0)
      reach_error();
    if (temperature == 21 && before == HEATING && mode != IDLE)
      reach_error();
  }
  return 0;
}
// fault:   if (value > most)  =>   if (value < most)
// fault:   if (temperature < low) {  =>   if (temperature < low - 1) {
// fault:     next = COOLING;  =>     next = HEATING;
// fault:   } else if (now == HEATING && temperature >= low + 2) {  =>   } else if (now == HEATING && temperature >= high) {
// fault:   int distance = 0;  =>   int distance = 1;
