/* Literals in all forms. */
unsigned long long integers[] = { 0, 1, 10, 017, 0x1F, 0XaB, 0b101, 0B11, 1u, 1U, 1l, 1L, 1ul, 1LU, 1ll, 1LL, 1ull, 1LLU, 0x7fffffff, 2147483648, 0xffffffff, 18446744073709551615u, 0xffffffffffffffff };
double floats[] = { 1., .5, 1.5, 1e3, 1E-3, 1.e+2, .5e1, 1.5f, 1.5F, 1.5l, 1.5L, 0x1p3, 0x1.8p-1, 0x.8P+1, 0X1.p0f, 1e308, 089.5, 1.5f64, 1.5f32 };
int characters[] = { 'a', '\n', '\t', '\\', '\'', '"', '\0', '\12', '\377', '\x41', '\xff', '\e', '\a', '\b', '\f', '\v', '\r', '\?', 'ab', 'abcd', 'abcde', L'ab', L'x', u'\u00e9', U'\U0001F600', L'\xffff' };
char strings[][12] = { "", "abc", "a\0b", "\x41" "1", "\1011", "\"q\"", "tab\there", "é", u8"é", "joined" " up", "\u00e9" };
long wide[] = L"wide \x1234" L"5" "plain é";
unsigned short utf16[] = u"😀" u"\xffff";
unsigned utf32[] = U"😀";
int sizes[] = { sizeof 1, sizeof 1l, sizeof 1ll, sizeof 1.0f, sizeof 1.0, sizeof 1.0L, sizeof 'a', sizeof L'a', sizeof "abc", sizeof L"abc", sizeof 2147483648, sizeof 0x80000000 };
_Complex float imaginary = 3i;
int continued = 12\
34; char *continued_string = "ab\
cd"; // a comment \
that goes on
int after = 1;
int digraphs<:2:> = <% 1, 2 %>;
int dollar$name, _under, é, \u00e9t\u00e9 = 2;
