void emit(unsigned long long value);
/* Pointers to integers and back. */
int main(void) {
    int a[4] = {1, 2, 3, 4};
    unsigned long u = (unsigned long)&a[1];
    emit(*(int *)u);
    emit(*(int *)(u + sizeof(int)));
    emit((unsigned long)&a[3] - (unsigned long)a);
    emit(u % sizeof(int));
    emit((long)(int *)0);
    emit((int *)16 - (int *)8);
    emit((char)(unsigned long)(void *)0x1234);
    int *p = (int *)(u & ~3ul);
    emit(p == a + 1);
    emit((_Bool)p);
    p = (void *)((char *)p + 4);
    emit(*p);
    emit((unsigned long long)(char *)-1 == (unsigned long)-1);
    emit((long long)(int *)-4);
    return 0;
}
