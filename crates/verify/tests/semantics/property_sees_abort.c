// expect: FALSE
// property: abort
extern void abort(void);
int main(void) { abort(); }
