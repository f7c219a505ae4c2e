void emit(unsigned long long value);
/* Cases inside a loop inside the switch. */
static void copy(char *to, const char *from, int count) {
    int n = (count + 3) / 4;
    switch (count % 4) {
        case 0:
        do {
            *to++ = *from++;
            case 3:
            *to++ = *from++;
            case 2:
            *to++ = *from++;
            case 1:
            *to++ = *from++;
        } while (--n > 0);
    }
}
int main(void) {
    char a[20] = "abcdefghijklmnopqr", b[20] = {0};
    copy(b, a, 11);
    for (int i = 0; i < 12; i++) emit(b[i]);
    copy(b + 5, a, 8);
    for (int i = 0; i < 20; i++) emit(b[i]);
    return 0;
}
