void emit(unsigned long long value);
/* The usual arithmetic conversions choose the type. */
int main(void) {
    unsigned char uc = 255;
    short s = -1;
    int i = -1;
    unsigned u = 1;
    long l = -1;
    unsigned long ul = 1;
    long long ll = -1;
    unsigned long long ull = 1;
    emit(i < u);
    emit(l < u);
    emit(ll < u);
    emit(s < uc);
    emit(l < ul);
    emit(ll < ul);
    emit(ll < ull);
    emit(i + u);
    emit(l + u);
    emit(ll + u);
    emit(ll * ul);
    emit(s + uc);
    emit((i ? i : u) > 0);
    emit(1 ? -1 : 1u);
    emit((1 ? -1 : 1ull) > 0);
    emit(sizeof(uc + s));
    emit(sizeof(i + l));
    emit(sizeof(u + ll));
    emit(sizeof(1 ? i : ll));
    emit(sizeof(uc));
    emit(sizeof(+uc));
    emit(sizeof(!ll));
    return 0;
}
