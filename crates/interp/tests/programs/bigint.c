void emit(unsigned long long value);
/* Multiplication of long numbers, 30 factorial in decimal. */
int main(void) {
    unsigned char d[40] = {1};
    int n = 1;
    for (int f = 2; f <= 30; f++) {
        int carry = 0;
        for (int i = 0; i < n; i++) {
            int x = d[i] * f + carry;
            d[i] = x % 10;
            carry = x / 10;
        } while (carry) {
            d[n++] = carry % 10;
            carry /= 10;
        }
    }
    emit(n);
    for (int i = n; i--;) emit(d[i]);
    return n;
}
