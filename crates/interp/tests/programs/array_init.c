void emit(unsigned long long value);
/* Array initialisers: partial, designated, ranges, nested. */
int g[5] = {1, 2};
static char s[] = "hey";
int h[] = {[3] = 7, 8, [0] = 1};
int r[8] = {[1 ... 3] = 4, [6] = 9};
int main(void) {
    for (int i = 0; i < 5; i++) emit(g[i]);
    emit(sizeof s);
    emit(s[2]);
    emit(sizeof h / sizeof *h);
    for (int i = 0; i < 5; i++) emit(h[i]);
    for (int i = 0; i < 8; i++) emit(r[i]);
    int l[2][3] = {1, 2, 3, 4};
    emit(l[1][0]);
    emit(l[1][2]);
    int z[3] = {0};
    emit(z[2]);
    char t[5] = "ab";
    emit(t[1] + t[3]);
    char u[2] = "xy";
    emit(u[1]);
    int k[] = {1, [5] = 2, 3};
    emit(sizeof k / sizeof k[0]);
    int o[3] = {[0] = 1, [0] = 2, 5};
    emit(o[0] * 10 + o[1]);
    char w[2][3] = {{'a'}, "bc"};
    emit(w[0][1] + w[1][1]);
    int n = 3;
    int dyn[] = {n, n * n, n - 1};
    emit(dyn[1]);
    static const short tab[][2] = {{1}, {2, 3}};
    emit(tab[0][1] + tab[1][1]);
    return 0;
}
