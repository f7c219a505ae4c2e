void emit(unsigned long long value);
/* Inline assembler that only orders memory. */
int main(void) {
    int x = 3;
    __asm__ volatile("" ::: "memory");
    x++;
    asm("");
    __asm__ __volatile__("" : : : "memory", "cc");
    emit(x);
    return 0;
}
