void emit(unsigned long long value);
/* The controlling expression is promoted, cases convert to it. */
int main(void) {
    unsigned char c = 200;
    switch (c) {
        case 200:
        emit(1);
        break;
        case -56:
        emit(2);
    }
    signed char d = -56;
    switch (d) {
        case 200:
        emit(1);
        break;
        case -56:
        emit(2);
    }
    unsigned u = 4294967295u;
    switch (u) {
        case -1:
        emit(3);
        break;
        default:
        emit(4);
    }
    long long l = 1LL << 33;
    switch (l) {
        case 0:
        emit(5);
        break;
        case 1LL << 33:
        emit(6);
        break;
    }
    switch ((char)300) {
        case 44:
        emit(7);
    }
    enum e { A = -2, B, C = 5 } e = B;
    switch (e) {
        case A:
        emit(8);
        break;
        case B:
        emit(9);
        break;
        case C:
        emit(10);
    }
    _Bool b = 1;
    switch (b) {
        case 0:
        emit(11);
        break;
        case 1:
        emit(12);
    }
    return 0;
}
