void emit(unsigned long long value);
/* Bytes of every type through a union and through char pointers. */
union all {
    char c[16];
    short s[8];
    int i[4];
    long long l[2];
    float f[4];
    double d[2];
    void *p;
};
int main(void) {
    union all u;
    for (int i = 0; i < 16; i++) u.c[i] = i * 17 - 100;
    emit(u.s[3]);
    emit(u.i[2]);
    emit(u.l[1]);
    u.d[0] = 3.25;
    emit(u.i[1]);
    u.f[3] = -7.5f;
    emit(u.c[15]);
    emit(u.s[7]);
    u.p = 0;
    emit(u.c[0] + u.c[3]);
    int x = -2;
    unsigned char *b = (unsigned char *)&x;
    emit(b[0] + b[3]);
    double d = -1.5;
    emit(((unsigned char *)&d)[7]);
    ((unsigned char *)&d)[7] ^= 0x80;
    emit(d == 1.5);
    unsigned v = 0;
    for (int i = 0; i < 4; i++) ((char *)&v)[i] = i + 1;
    emit(v);
    return 0;
}
