// expect: FALSE
// property: ext
extern int ext(int);
int main(void) { return 1 + ext(2); }
