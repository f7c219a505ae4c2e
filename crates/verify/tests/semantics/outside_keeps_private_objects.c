// expect: TRUE
// option: undefined-functions=pure
// Code outside that knows nothing of the program names no variable of it.
extern void reach_error(void);
extern int *get(void);
int named;
static int hidden;
int main(void) {
    int *p = get();
    if (!p) return 0;
    named = hidden = 1;
    *p = 2;
    if (named != 1 || hidden != 1) reach_error();
    return 0;
}
