void emit(unsigned long long value);
/* The limits of every type through arithmetic. */
int main(void) {
    emit((unsigned char)~0);
    emit((unsigned short)~0);
    emit(~0u);
    emit(~0ul);
    emit(~0ull);
    emit((signed char)(~0u >> 25));
    emit((int)(~0u >> 1));
    emit((long)(~0ul >> 1));
    emit(-(int)(~0u >> 1) - 1);
    emit(-(long long)(~0ull >> 1) - 1);
    emit((short)0x8000);
    emit((unsigned)-1 / 2 + 1);
    emit((signed char)0x80);
    emit((unsigned long long)1 << 63);
    emit(sizeof(int) == 4 && sizeof(long long) == 8 && sizeof(short) == 2);
    emit((char)-1 < 0);
    emit(-1 >> 1 == -1);
    emit((unsigned)-1 >> 31);
    emit((1 << 30) + ((1 << 30) - 1));
    return 0;
}
