void emit(unsigned long long value);
/* Casts keep or change values as their types say. */
int main(void) {
    int i = -1;
    emit((unsigned char)i + (signed char)i);
    emit((unsigned short)(signed char)200);
    emit((int)(unsigned char)-1);
    emit((long long)(unsigned)i);
    emit((unsigned long long)(int)0x80000000u);
    emit((short)70000 * (short)2);
    emit((char)(int)'\377');
    emit((unsigned)(char)-1 >> 28);
    emit((_Bool)0x100 + (_Bool)0.1);
    emit((signed char)(unsigned char)(int)511.7);
    emit((int)(float)16777217);
    emit((double)(float)0.1 == 0.1);
    emit((int)(char)(short)(long long)0x1234567890abLL);
    (void)i;
    emit((1 ? (unsigned char)255 : (signed char)-1) + 1);
    emit(((int (*)(void))main) == main);
    return 0;
}
