void emit(unsigned long long value);
/* A function that returns a pointer into its own static storage; strings reversed in place. */
static char *text(unsigned n, unsigned base) {
    static char buf[40];
    char *p = buf + 39;
    *p = 0;
    do *--p = "0123456789abcdef"[n % base];
    while (n /= base);
    return p;
}
static char *rev(char *s) {
    char *a = s, *b = s;
    while (*b) b++;
    while (a < --b) {
        char t = *a;
        *a++ = *b;
        *b = t;
    }
    return s;
}
int main(void) {
    for (char *p = text(3735928559u, 16); *p; p++) emit(*p);
    for (char *p = text(1000, 2); *p; p++) emit(*p);
    char w[] = "stressed";
    for (char *p = rev(w); *p; p++) emit(*p);
    return 0;
}
