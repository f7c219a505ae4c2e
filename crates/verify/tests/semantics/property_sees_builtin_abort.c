// expect: FALSE
// property: abort
int main(void) { __builtin_abort(); }
