void emit(unsigned long long value);
/* Jumping into scopes leaves variables without initial value but assignable. */
int main(void) {
    int s = 0, i = 0;
    goto inside;
    {
        int v;
        again: v = 1;
        inside: v = 10 + i;
        s += v;
    }
    if (++i < 3) goto again;
    emit(s);
    for (i = 0; i < 3; i++) {
        int z;
        if (i == 0) z = 5;
        else z = i;
        s += z;
    }
    emit(s);
    switch (2) {
        int k;
        case 1:
        k = 3;
        case 2:
        k = 8;
        s += k;
    }
    emit(s);
    {
        goto skip;
        int q = 5;
        skip: q = 7;
        s += q;
    }
    emit(s);
    return 0;
}
