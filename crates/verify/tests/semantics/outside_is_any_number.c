// expect: FALSE
// A pointer from outside may be a constant, or the address of a function with external linkage.
extern void reach_error(void);
extern void *map(void);
void handler(void) {}
extern void (*current(void))(void);
int main(void) {
    int *p = map();
    if (p == (int *)-1 && current() == handler) reach_error();
    return 0;
}
