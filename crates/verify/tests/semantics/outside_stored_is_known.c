// expect: FALSE
// What the address of is stored outside may come back.
extern void reach_error(void);
extern int *slot, *get(void);
static int state;
int main(void) {
    slot = &state;
    int *p = get();
    if (!p) return 0;
    state = 1;
    *p = 2;
    if (state == 2) reach_error();
    return 0;
}
