// Each function reads or writes one global variable: what main's loop needs is at entries and exits of all of them.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int level = 1;
int pump;
int active = 1;
void rise(void) { if (level < 2) level++; }
void lower(void) { if (level > 0) level--; }
void start(void) { active = 1; }
void stop(void) { active = 0; pump = 0; }
int is_high(void) { return level == 2; }
void control(void) {
  if (!pump && is_high()) pump = 1;
  else if (pump && level <= 1) pump = 0;
}
void shift(void) {
  if (pump) lower();
  if (active) control();
  if (pump && !active) reach_error();
}
int main(void) {
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) rise();
    if (__VERIFIER_nondet_int()) start();
    else if (__VERIFIER_nondet_int()) stop();
    shift();
  }
  return 0;
}
