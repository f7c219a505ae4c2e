void emit(unsigned long long value);
/* break and continue bind to the innermost loop or switch. */
int main(void) {
    int s = 0;
    for (int i = 0; i < 6; i++) {
        switch (i) {
            case 1:
            continue;
            case 3:
            break;
            case 4:
            for (;;) {
                s += 100;
                if (s % 3 == 0) break;
                s++;
            }
            break;
            default:
            while (1) {
                if (s++ > i) break;
                else continue;
            }
        }
        s *= 2;
        do {
            if (i == 2) break;
            s--;
        } while (0);
    }
    emit(s);
    int n = 0;
    for (int i = 0; i < 5; i++) {
        int j = 0;
        while (1) {
            if (++j > i) goto next;
            if (j == 3) break;
            n += j;
        }
        n += 100;
        next:;
    }
    emit(n);
    return 0;
}
