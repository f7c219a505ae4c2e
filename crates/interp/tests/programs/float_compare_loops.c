void emit(unsigned long long value);
/* Loops with floating conditions: bisection, Newton. */
int main(void) {
    double lo = 0, hi = 2;
    int n = 0;
    while (hi - lo > 1e-12) {
        double m = (lo + hi) / 2;
        if (m * m < 2) lo = m;
        else hi = m;
        n++;
    }
    emit(n);
    emit((long long)(lo * 1e12));
    float x = 10;
    for (n = 0; x > 0.01f; n++) x *= 0.7f;
    emit(n);
    for (float f = 0; f != 1; f += 0.125f) n++;
    emit(n);
    double z = 1;
    for (n = 0; z / 2 > 0; n++) z /= 2;
    emit(n);
    float q = 1;
    for (n = 0; q * 2 != q; n++) q *= 2;
    emit(n);
    return 0;
}
