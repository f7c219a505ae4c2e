// expect: FALSE
// property: strlen
extern unsigned long strlen(const char *);
int main(void) { return (int)strlen("abc"); }
