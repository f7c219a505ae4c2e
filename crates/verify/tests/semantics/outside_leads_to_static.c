// expect: UNKNOWN
// Through an external object that this program never mentions.
extern void reach_error(void);
static int state;
int *way = &state;
extern int **in;
int main(void) {
    if (!in || !*in) return 0;
    state = 1;
    int **p = in;
    **p = 2;
    if (state == 2) reach_error();
    return 0;
}
