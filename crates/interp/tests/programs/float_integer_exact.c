void emit(unsigned long long value);
/* The largest integers that are floats, and their neighbours. */
int main(void) {
    for (int b = 22; b < 27; b++) {
        int i = (1 << b) + 1;
        float f = i;
        emit((int)f);
        emit(f == i);
        emit((double)i == i);
    }
    for (int b = 51; b < 56; b++) {
        long long i = (1LL << b) + 1;
        double d = i;
        emit((long long)d);
        emit((long double)i == i);
    }
    emit((unsigned char)255.9);
    emit((int)1e9f);
    emit((long long)(float)123456789);
    emit((int)(0.1 + 0.7) * 10);
    emit((int)((0.1 + 0.7) * 10));
    emit((unsigned)3e9);
    emit((unsigned long long)1.8e19);
    return 0;
}
