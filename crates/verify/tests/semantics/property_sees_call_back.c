// expect: FALSE
// property: abort
extern void abort(void);
extern void install(void (*)(void));
int main(void) { install(abort); return 0; }
