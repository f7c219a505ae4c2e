void emit(unsigned long long value);
/* Naive and Knuth-Morris-Pratt search, run-length coding, Caesar. */
static int naive(const char *t, const char *p) {
    for (int i = 0; t[i]; i++) {
        int j = 0;
        while (p[j] && t[i + j] == p[j]) j++;
        if (!p[j]) return i;
    }
    return -1;
}
static int kmp(const char *t, const char *p) {
    int f[16] = {0}, m = 0;
    while (p[m]) m++;
    for (int i = 1, k = 0; i < m; i++) {
        while (k && p[i] != p[k]) k = f[k - 1];
        if (p[i] == p[k]) k++;
        f[i] = k;
    }
    for (int i = 0, k = 0; t[i]; i++) {
        while (k && t[i] != p[k]) k = f[k - 1];
        if (t[i] == p[k]) k++;
        if (k == m) return i - m + 1;
    }
    return -1;
}
int main(void) {
    const char *t = "abababcabababdabab";
    const char *ps[] = {"ababd", "abc", "zz", "dab", "abababd"};
    for (int i = 0; i < 5; i++) {
        emit(naive(t, ps[i]));
        emit(kmp(t, ps[i]));
    }
    char out[40];
    int o = 0;
    for (const char *s = "aaabccdddd"; *s;) {
        const char *e = s;
        while (*e == *s) e++;
        out[o++] = '0' + (e - s);
        out[o++] = *s;
        s = e;
    }
    out[o] = 0;
    for (int i = 0; out[i]; i++) emit(out[i]);
    for (const char *s = "Hello, xyz"; *s; s++) {
        char c = *s;
        if (c >= 'a' && c <= 'z') c = 'a' + (c - 'a' + 13) % 26;
        else if (c >= 'A' && c <= 'Z') c = 'A' + (c - 'A' + 13) % 26;
        emit(c);
    }
    return 0;
}
