void emit(unsigned long long value);
/* A recursive-descent calculator. */
static const char *p;
static int expr(void);
static int factor(void) {
    int v = 0;
    if (*p == '(') {
        p++;
        v = expr();
        p++;
        return v;
    }
    if (*p == '-') {
        p++;
        return -factor();
    } while (*p >= '0' && *p <= '9') v = v * 10 + *p++ - '0';
    return v;
}
static int term(void) {
    int v = factor();
    while (*p == '*' || *p == '/' || *p == '%') {
        char o = *p++;
        int r = factor();
        v = o == '*' ? v * r : o == '/' ? v / r : v % r;
    }
    return v;
}
static int expr(void) {
    int v = term();
    while (*p == '+' || *p == '-') v = *p++ == '+' ? v + term() : v - term();
    return v;
}
static int eval(const char *s) {
    p = s;
    return expr();
}
int main(void) {
    emit(eval("1+2*3"));
    emit(eval("(1+2)*3-4/2"));
    emit(eval("-(5-8)*100%7"));
    emit(eval("2*(3+(4-(5+6)*2)*3)-1"));
    return 0;
}
