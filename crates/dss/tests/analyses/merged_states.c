// expect: values=true predicates=true intervals=unknown together=true
// The ranges of all turns of the loop are merged to one, which the target is met from. Kept apart, the values decide.
extern void reach_error(void);
int main(void) {
    int mode = 0;
    for (int left = 3; left > 0; left--)
        mode = !mode;
    if (mode != 1)
        reach_error();
    return 0;
}
