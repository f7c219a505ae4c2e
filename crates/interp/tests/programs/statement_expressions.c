void emit(unsigned long long value);
/* GNU statement expressions. */
#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
static int n;
static int next(void) {
    return ++n;
}
int main(void) {
    emit(MAX(next(), next()));
    emit(n);
    int x = ({ int s = 0; for (int i = 0; i < 5; i++) s += i; s; });
    emit(x);
    emit(({ struct { int a, b; } s = {1, 2}; s; }).b);
    emit(MAX(MAX(1, 5), MAX(3, 4)));
    int y = 1 + ({ if (x > 3) x = 100; else x = 200; x; }) * 2;
    emit(y);
    emit(({ 5; 6; 7; }));
    ({ emit(8); });
    while (({ n--; n > 0; })) emit(n);
    emit(({ int q = 3; q; }) + ({ int q = 4; q; }));
    if (({ goto out; 1; })) emit(99);
    out: return ({ 3; });
}
