// expect: FALSE
extern void error(int status, int number, const char *format, ...);
extern void reach_error(void);
__attribute__((destructor)) static void last(void) { reach_error(); }
int main(void) { error(1, 0, "no"); return 0; }
