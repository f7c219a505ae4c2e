void emit(unsigned long long value);
/* memcpy, memmove, memset and their builtins. */
void *memcpy(void *, const void *, __SIZE_TYPE__);
void *memmove(void *, const void *, __SIZE_TYPE__);
void *memset(void *, int, __SIZE_TYPE__);
int memcmp(const void *, const void *, __SIZE_TYPE__);
int main(void) {
    char a[10] = "abcdefghi", b[10];
    memcpy(b, a, 10);
    emit(b[8]);
    memmove(a + 2, a, 5);
    for (int i = 0; i < 9; i++) emit(a[i]);
    memmove(b, b + 3, 4);
    emit(b[0] + b[3]);
    memset(a, 'z', 3);
    emit(a[2] + a[3]);
    emit(memcmp("abc", "abd", 3) < 0);
    emit(memcmp("abc", "abd", 2));
    int xs[4];
    memset(xs, -1, sizeof xs);
    emit(xs[3]);
    struct {
        int a;
        char b;
    }
    s, t;
    memset(&s, 0, sizeof s);
    s.a = 5;
    s.b = 'q';
    memcpy(&t, &s, sizeof s);
    emit(t.a + t.b);
    emit(memcmp(&s, &t, sizeof s));
    emit(memcpy(b, "xy", 3) == (void *)b);
    float f = 1.5f;
    unsigned u;
    __builtin_memcpy(&u, &f, 4);
    emit(u);
    memcpy(b, a, 0);
    emit(b[0]);
    return 0;
}
