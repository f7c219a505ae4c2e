// expect: FALSE
// A builtin is the program's own function where it has one.
extern void reach_error(void);
void abort(void) { reach_error(); while (1); }
int main(void) { __builtin_abort(); }
