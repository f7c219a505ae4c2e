void emit(unsigned long long value);
/* Enumerations. */
enum color { RED, GREEN = 5, BLUE, ALIAS = GREEN, LAST = BLUE * 2 + 1 };
enum neg { N = -1, P = 1 };
enum big { B = 0x80000000u };
typedef enum { A1 = 'a', B1 } letters;
enum __attribute__((packed)) tiny {
    T1, T2 = 200
};
int main(void) {
    emit(RED);
    emit(BLUE);
    emit(ALIAS);
    emit(LAST);
    enum color c = GREEN;
    c++;
    emit(c == BLUE);
    emit((enum color)-1 < RED);
    emit((enum neg)-1 < N + 1);
    emit(sizeof(enum color));
    emit(B > 0);
    emit(B1);
    emit(sizeof(enum tiny));
    enum tiny t = T2;
    emit(t);
    t += 100;
    emit(t);
    int a[LAST] = {[BLUE] = 3};
    emit(sizeof a);
    emit(a[6]);
    enum neg n = P;
    n = -n;
    emit(n);
    emit(-1 > (enum color)1);
    return 0;
}
