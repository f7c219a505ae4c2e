void emit(unsigned long long value);
/* A switch in a loop in a switch; continue leaves the switch. */
int main(void) {
    int s = 0;
    for (int i = 0; i < 12; i++) {
        switch (i % 4) {
            case 0:
            switch (i) {
                case 0:
                s += 1;
                break;
                case 8:
                s += 50;
                default:
                s += 5;
            }
            break;
            case 1:
            continue;
            case 2:
            for (int j = 0; j < i; j++) {
                if (j == 3) break;
                s += j;
            }
            break;
            default:
            s -= 2;
        }
        s *= 2;
    }
    emit(s);
    return s & 127;
}
