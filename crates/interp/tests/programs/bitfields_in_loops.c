void emit(unsigned long long value);
/* Bit-fields as counters, flags and in arrays. */
struct flags {
    unsigned read : 1, write : 1, mode : 3;
    int level : 4;
    unsigned : 2;
    unsigned char rest : 5;
};
int main(void) {
    struct flags f[4] = {{1, 0, 5, -3, 9}};
    for (int i = 1; i < 4; i++) {
        f[i] = f[i - 1];
        f[i].mode++;
        f[i].level += 3;
        f[i].rest = f[i].rest * 3 + i;
        f[i].write ^= 1;
    }
    for (int i = 0; i < 4; i++) emit(f[i].read + f[i].write * 2 + f[i].mode * 4 + f[i].rest * 32 + f[i].level * 1024);
    struct flags *p = &f[2];
    p->level--;
    p->level *= 2;
    emit(p->level);
    emit(p->mode-- + 0);
    emit(p->mode);
    struct {
        unsigned n : 2;
    }
    c = {0};
    int s = 0;
    do s += c.n;
    while (++c.n);
    emit(s);
    emit(sizeof(struct flags));
    emit(f[3].mode > f[2].mode ? f[3].mode << 3 : -f[1].level);
    return 0;
}
