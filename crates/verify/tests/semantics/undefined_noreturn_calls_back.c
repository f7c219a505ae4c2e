// expect: FALSE
extern void reach_error(void);
extern void leave(void (*last)(void)) __attribute__((noreturn));
static void last(void) { reach_error(); }
int main(void) { leave(last); }
