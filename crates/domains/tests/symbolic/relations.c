// expect: true true
// What is known of inputs relates them: no value and no range of one of them alone.
extern int in(void);
extern void reach_error(void);
int main(void) {
    int x = in(), y = in(), z = in();
    if (x > y && y > z) {
        if (z >= x) reach_error();
        int d = x - y;
        if (x < 1000 && y > -1000 && d <= 0) reach_error();
    }
    unsigned u = (unsigned)x;
    if ((u & 3u) == 1u && (u % 4u) != 1u) reach_error();
    unsigned char low = (unsigned char)u;
    if (low != (u & 255u)) reach_error();
    return 0;
}
