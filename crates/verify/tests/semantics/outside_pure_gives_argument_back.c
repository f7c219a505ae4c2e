// expect: FALSE
// option: undefined-functions=pure
extern void reach_error(void);
extern int *same(int *);
int main(void) {
    int x = 0;
    int *p = same(&x);
    if (!p) return 0;
    *p = 1;
    if (x == 1) reach_error();
    return 0;
}
