// A state machine whose states are functions in a variable.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int held;
void idle(void);
void busy(void);
void (*state)(void) = idle;
void idle(void) { held = 1; state = busy; }
void busy(void) { if (held != 1) reach_error(); held = 0; state = idle; }
int main(void) {
  while (__VERIFIER_nondet_int()) state();
  return 0;
}
