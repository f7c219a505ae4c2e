void emit(unsigned long long value);
/* Index arithmetic: spiral order, rotation, transposition in place. */
int main(void) {
    int a[4][4];
    for (int i = 0; i < 16; i++) a[i / 4][i % 4] = i;
    int t = 0, b = 3, l = 0, r = 3, s = 0;
    while (t <= b && l <= r) {
        for (int i = l; i <= r; i++) s = s * 3 + a[t][i];
        t++;
        for (int i = t; i <= b; i++) s = s * 3 + a[i][r];
        r--;
        for (int i = r; i >= l && t <= b; i--) s = s * 3 + a[b][i];
        b--;
        for (int i = b; i >= t && l <= r; i--) s = s * 3 + a[i][l];
        l++;
    }
    emit(s);
    for (int i = 0; i < 4; i++) for (int j = 0; j < i; j++) {
        int x = a[i][j];
        a[i][j] = a[j][i];
        a[j][i] = x;
    }
    for (int i = 0; i < 16; i++) emit(((int *)a)[i]);
    return 0;
}
