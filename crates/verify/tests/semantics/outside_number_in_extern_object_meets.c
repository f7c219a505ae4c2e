// expect: FALSE
extern void reach_error(void);
extern unsigned long base;
int state;
int main(void) {
    if (!base) return 0;
    state = 1;
    *(int *)base = 2;
    if (state == 2) reach_error();
    return 0;
}
