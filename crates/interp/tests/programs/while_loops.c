void emit(unsigned long long value);
/* while and do-while. */
int main(void) {
    unsigned long long n = 27;
    int steps = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    emit(steps);
    do {
        steps -= 7;
    } while (steps > 0);
    emit(steps);
    int k = 3;
    do {
        if (k == 2) continue;
        steps += k * 100;
    } while (k-- > 0);
    emit(steps);
    while (k < 10) {
        k += 2;
        while (k % 3) {
            k++;
            if (k == 8) break;
        }
        steps += k;
    }
    emit(steps);
    do ;
    while (0);
    do {
        break;
    } while (1);
    return k;
}
