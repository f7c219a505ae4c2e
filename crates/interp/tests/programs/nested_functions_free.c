void emit(unsigned long long value);
/* Deep nesting of blocks, ifs and loops. */
int main(void) {
    int s = 0;
    for (int a = 0; a < 3; a++) {
        if (a) {
            for (int b = a; b; b--) {
                while (s % 7 != b) {
                    s++;
                    if (s % 2) {
                        do {
                            s += 3;
                            if (s > 50) {
                                s -= 49;
                                {
                                    {
                                        {
                                            s ^= 1;
                                        }
                                    }
                                }
                            } else if (s > 20) {
                                s -= 2;
                            } else {
                                s += 1;
                            }
                        } while (s % 5);
                    }
                }
                emit(s);
            }
        } else {
            s += a ? 1 : 0 ? 2 : 3;
        }
    }
    if (s) if (s > 1000) emit(1);
    else emit(2);
    return s;
}
