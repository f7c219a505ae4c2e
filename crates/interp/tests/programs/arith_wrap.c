void emit(unsigned long long value);
/* Signed overflow wraps under -fwrapv. */
int main(void) {
    int big = 2147483647;
    long l = -1;
    long long ll = 9223372036854775807LL;
    big += 1;
    emit(big);
    big -= 1;
    emit(big);
    big *= 5;
    emit(big);
    ll += 2;
    emit(ll);
    ll = ll * ll;
    emit(ll);
    l = l * 2147483647L * 3;
    emit(l);
    emit(-(-2147483647 - 1));
    int m = -2147483647 - 1;
    emit(-m);
    emit(m - 1);
    return 0;
}
