// expect: FALSE
// property: printf
extern int printf(const char *, ...);
int main(void) { printf("%d", 1); return 0; }
