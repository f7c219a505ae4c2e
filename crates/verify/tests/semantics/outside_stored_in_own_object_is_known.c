// expect: FALSE
// Another file may read this one's external variable.
extern void reach_error(void);
extern int *get(void);
struct { int *field; } own;
static int state;
int main(void) {
    own.field = &state;
    int *p = get();
    if (!p) return 0;
    state = 1;
    *p = 2;
    if (state == 2) reach_error();
    return 0;
}
