void emit(unsigned long long value);
/* Primes below 200. */
int main(void) {
    static char composite[200];
    int count = 0;
    for (int i = 2; i < 200; i++) {
        if (composite[i]) continue;
        count++;
        emit(i);
        for (int j = i * i; j < 200; j += i) composite[j] = 1;
    }
    return count;
}
