// expect: FALSE
// The bytes of a pointer come from a file.
extern void reach_error(void);
extern long read(int, void *, unsigned long);
int state;
int main(void) {
    int *p = 0;
    read(0, &p, sizeof p);
    if (!p) return 0;
    state = 1;
    *p = 2;
    if (state == 2) reach_error();
    return 0;
}
