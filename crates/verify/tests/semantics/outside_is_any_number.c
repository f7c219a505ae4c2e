// expect: FALSE
extern void reach_error(void);
extern void *map(void);
static void handler(void) {}
extern void (*current(void))(void);
int main(void) {
    int *p = map();
    if (p == (int *)-1 && current() == handler) reach_error();
    return 0;
}
