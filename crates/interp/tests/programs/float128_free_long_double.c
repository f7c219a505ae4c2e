void emit(unsigned long long value);
/* long double in arrays, structures and through functions. */
static long double poly(long double x, const long double *c, int n) {
    long double r = 0;
    while (n--) r = r * x + c[n];
    return r;
}
struct s {
    char t;
    long double v[2];
    int n;
};
int main(void) {
    long double c[] = {1, -2.5L, 0.125L, 3};
    emit((long long)(poly(2, c, 4) * 1000));
    struct s s = {'x', {1.5L, poly(0.5L, c, 4)}, 7}, t;
    t = s;
    t.v[0] *= t.v[1];
    emit((long long)(t.v[0] * 1e15L));
    emit(t.n + t.t);
    emit(sizeof s);
    long double big = 1;
    int n = 0;
    while (big + 1 != big) {
        big *= 2;
        n++;
    }
    emit(n);
    emit((int)(c[1] - c[2]) * 10);
    emit(c[0] < c[3] && c[1] < 0 && !(c[2] >= c[3]));
    return 0;
}
