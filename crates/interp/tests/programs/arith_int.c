void emit(unsigned long long value);
/* Division and remainder truncate toward zero. */
int main(void) {
    int xs[] = {7, -7, 2147483647, -2147483647 - 1, 0, 1, -1}, ys[] = {2, -2, 3, -3, 1, 2147483647};
    for (int i = 0; i < 7; i++) for (int j = 0; j < 6; j++) {
        emit(xs[i] / ys[j]);
        emit(xs[i] % ys[j]);
        emit(xs[i] & ys[j]);
        emit(xs[i] | ys[j]);
        emit(xs[i] ^ ys[j]);
    }
    return 0;
}
