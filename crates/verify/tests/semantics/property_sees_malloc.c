// expect: FALSE
// property: malloc
extern void *malloc(unsigned long);
int main(void) { return malloc(3) == 0; }
