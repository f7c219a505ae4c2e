void emit(unsigned long long value);
/* GNU labels as values. */
static int run(const unsigned char *code) {
    static void *table[] = {&&push, &&add, &&mul, &&halt};
    int stack[8], top = 0;
    goto *table[*code++];
    push: stack[top++] = *code++;
    goto *table[*code++];
    add: top--;
    stack[top - 1] += stack[top];
    goto *table[*code++];
    mul: top--;
    stack[top - 1] *= stack[top];
    goto *table[*code++];
    halt: return stack[0];
}
int main(void) {
    unsigned char a[] = {0, 6, 0, 7, 2, 0, 5, 1, 3};
    emit(run(a));
    void *p = &&l1;
    int n = 0;
    for (int i = 0; i < 3; i++) {
        goto *p;
        l1: n += 1;
        p = &&l2;
        continue;
        l2: n += 10;
        p = &&l1;
    }
    emit(n);
    return 0;
}
