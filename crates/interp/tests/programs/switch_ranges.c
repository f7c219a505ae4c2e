void emit(unsigned long long value);
/* GNU case ranges. */
static int kind(int c) {
    switch (c) {
        case 'a' ... 'z':
        return 1;
        case 'A' ... 'Z':
        return 2;
        case '0' ... '9':
        return 3;
        case -10 ... -1:
        return 4;
        case 5 ... 5:
        return 5;
        default:
        return 0;
    }
}
int main(void) {
    for (int c = -12; c < 128; c += 3) emit(kind(c));
    emit(kind(5));
    emit(kind('z'));
    emit(kind('z' + 1));
    emit(kind('A' - 1));
    return 0;
}
