void emit(unsigned long long value);
/* Assignments as values, through several types. */
int main(void) {
    int i;
    char c;
    double d;
    unsigned char u;
    _Bool b;
    i = c = 300;
    emit(i);
    d = i = 3.9;
    emit((int)(d * 10));
    i = u = -1;
    emit(i);
    i = b = 55;
    emit(i);
    emit((c = 130) < 0);
    emit((u = 256) == 0);
    int a[3];
    a[0] = a[1] = a[2] = 7;
    emit(a[0] + a[1] + a[2]);
    i = 5;
    i = (i = 3) + 4;
    emit(i);
    int *p, *q;
    p = q = a + 1;
    *p = *q + 1;
    emit(a[1]);
    if ((i = a[1] - 8)) emit(1);
    else emit(2);
    while ((i += 3) < 10) emit(i);
    emit((i -= 2, i *= 2));
    struct {
        char x;
    }
    s, t, u3;
    t.x = 'k';
    u3 = t;
    return u3.x;
}
