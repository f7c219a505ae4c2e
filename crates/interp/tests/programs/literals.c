void emit(unsigned long long value);
/* Integer and character literals. */
int main(void) {
    emit(0x7f);
    emit(0777);
    emit(0b1011);
    emit(10u);
    emit(10L);
    emit(10ull);
    emit(4294967295);
    emit(-2147483648);
    emit(0xffffffff > 0);
    emit(2147483648 > 0);
    emit('\n');
    emit('\\');
    emit('\0');
    emit('\x7f');
    emit('\101');
    emit('\'');
    emit('"');
    emit('?');
    emit(L'\x1234');
    emit(u'\xffff');
    emit(U'\U0001F600');
    emit(sizeof L"ab");
    emit(sizeof u"ab");
    emit(sizeof U"ab");
    emit(sizeof u8"ab");
    emit(L"xyz"[1]);
    emit((int)1e3);
    emit((int)0x.8p4);
    emit((int)1.5e+1f);
    emit((int)100.L);
    emit('\xff');
    emit("\x41\102"[1]);
    return 0;
}
