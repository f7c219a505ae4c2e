// expect: FALSE
extern void reach_error(void);
extern unsigned long where(void);
int state;
int main(void) {
    int *p = (int *)where();
    if (!p) return 0;
    state = 1;
    *p = 2;
    if (state == 2) reach_error();
    return 0;
}
