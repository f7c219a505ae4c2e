// expect: FALSE
// property: memcpy
int main(void) { int a = 1, b; __builtin_memcpy(&b, &a, sizeof a); return b; }
