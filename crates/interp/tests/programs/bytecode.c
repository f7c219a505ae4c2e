void emit(unsigned long long value);
/* A small virtual machine. */
enum op { PUSH, ADD, SUB, MUL, DUP, SWAP, JNZ, PRINT, HALT, LOAD, STORE };
static int run(const signed char *c) {
    int s[16], top = 0, m[4] = {0}, pc = 0, steps = 0;
    for (;; steps++) switch ((enum op)c[pc++]) {
        case PUSH:
        s[top++] = c[pc++];
        break;
        case ADD:
        top--;
        s[top - 1] += s[top];
        break;
        case SUB:
        top--;
        s[top - 1] -= s[top];
        break;
        case MUL:
        top--;
        s[top - 1] *= s[top];
        break;
        case DUP:
        s[top] = s[top - 1];
        top++;
        break;
        case SWAP:
        {
            int t = s[top - 1];
            s[top - 1] = s[top - 2];
            s[top - 2] = t;
            break;
        }
        case JNZ:
        if (s[--top]) pc += c[pc];
        else pc++;
        break;
        case PRINT:
        emit(s[--top]);
        break;
        case LOAD:
        s[top++] = m[c[pc++]];
        break;
        case STORE:
        m[c[pc++]] = s[--top];
        break;
        case HALT:
        return steps;
        default:
        return -1;
    }
}
int main(void) {
    static const signed char fact[] = {PUSH, 1, STORE, 0, PUSH, 7, DUP, LOAD, 0, MUL, STORE, 0, PUSH, 1, SUB, DUP, JNZ, -11, LOAD, 0, PRINT, HALT};
    emit(run(fact));
    static const signed char p[] = {PUSH, 9, PUSH, 4, SWAP, SUB, PRINT, HALT};
    emit(run(p));
    return 0;
}
