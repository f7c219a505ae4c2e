void emit(unsigned long long value);
/* Strings and characters by hand. */
static unsigned len(const char *s) {
    const char *p = s;
    while (*p) p++;
    return p - s;
}
static int cmp(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}
static char *cat(char *to, const char *from) {
    char *r = to;
    while (*to) to++;
    while ((*to++ = *from++)) ;
    return r;
}
static int num(const char *s) {
    int n = 0, neg = 0;
    if (*s == '-') neg = 1, s++;
    while (*s >= '0' && *s <= '9') n = n * 10 + (*s++ - '0');
    return neg ? -n : n;
}
int main(void) {
    char b[32] = "abc";
    emit(len(b));
    cat(cat(b, "de"), "\x46g");
    emit(len(b));
    for (char *p = b; *p; p++) emit(*p);
    emit(cmp("abc", "abd") < 0);
    emit(cmp("abc", "abc"));
    emit(cmp("b", "abc") > 0);
    emit(num("-1234x"));
    emit(sizeof "a\0b");
    emit("hello"[1]);
    emit(*("xyz" + 2));
    emit("\377"[0]);
    emit('\377');
    emit("\e\a\v"[0]);
    emit(L'x');
    emit('ab');
    emit(sizeof 'a');
    const char *m = "one " "two" "\x41" "1";
    emit(len(m));
    emit(m[7]);
    emit(m[8]);
    emit(__func__[0]);
    emit(sizeof __func__);
    return 0;
}
