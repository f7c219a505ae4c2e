void emit(unsigned long long value);
/* goto in both directions and into a block. */
int main(void) {
    int i = 0, s = 0;
    again: s += i;
    if (++i < 10) goto again;
    emit(s);
    goto in;
    {
        s = 1000;
        in: s += 7;
    }
    emit(s);
    for (int j = 0; j < 5; j++) for (int k = 0; k < 5; k++) if (j * k == 6) {
        s = j * 10 + k;
        goto out;
    }
    s = -1;
    out: emit(s);
    if (s > 0) {
        s = -s;
        goto out2;
    } else {
        out2: s -= 1;
    }
    emit(s);
    goto end;
    end: ;
    return 0;
}
