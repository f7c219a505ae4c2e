void emit(unsigned long long value);
/* A variable of a loop's body is made anew; its initialiser runs each time. */
int main(void) {
    int s = 0;
    for (int i = 0; i < 4; i++) {
        int v = i * 2, w[3] = {v};
        w[2] += v;
        struct {
            int a, b;
        }
        t = {.b = v};
        s = s * 5 + v + w[0] + w[1] + w[2] + t.a + t.b;
        v = 99;
        w[1] = 99;
        t.a = 99;
    }
    emit(s);
    int n = 0;
    while (n < 3) {
        int once = 7;
        once += n++;
        emit(once);
    }
    return 0;
}
