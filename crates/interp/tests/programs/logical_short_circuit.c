void emit(unsigned long long value);
/* && and || evaluate the right side only when needed. */
static int calls;
static int f(int r) {
    calls = calls * 10 + r + 1;
    return r;
}
int main(void) {
    emit(f(0) && f(1));
    emit(calls);
    calls = 0;
    emit(f(1) && f(2));
    emit(calls);
    calls = 0;
    emit(f(2) || f(1));
    emit(calls);
    calls = 0;
    emit(f(0) || f(0));
    emit(calls);
    calls = 0;
    emit((f(0) || f(1)) && (f(0) && f(3) || f(1)));
    emit(calls);
    calls = 0;
    if (!(f(1) && !f(0)) || f(2)) emit(1);
    else emit(2);
    emit(calls);
    int x = 0 && ++calls;
    emit(x + calls);
    x = 1 || ++calls;
    emit(x + calls);
    emit((f(1), f(0)) || 0.5);
    emit(0.0 || (void *)0);
    return 0;
}
