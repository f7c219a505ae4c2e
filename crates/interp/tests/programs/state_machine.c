void emit(unsigned long long value);
/* A tokenizer as a state machine. */
enum st { START, NUM, ID, OP, END };
static enum st next(enum st s, char c) {
    if (!c) return END;
    if (c >= '0' && c <= '9') return s == ID ? ID : NUM;
    if ((c | 32) >= 'a' && (c | 32) <= 'z' || c == '_') return ID;
    return c == ' ' ? START : OP;
}
int main(void) {
    const char *in = "x1 = 42+foo_2*(7-y)";
    enum st s = START;
    int tokens = 0, value = 0;
    for (const char *p = in;; p++) {
        enum st t = next(s, *p);
        if (t != s || t == OP) {
            if (t != START && t != END) {
                tokens++;
                emit(t * 1000 + *p);
            }
        }
        if (t == NUM) value = value * 10 + *p - '0';
        s = t;
        if (s == END) break;
    }
    emit(tokens);
    emit(value);
    return 0;
}
