/* Characters in the "C" locale (7.4). The numbers for true are those of glibc's tables. */
int isupper(int c) { return c >= 'A' && c <= 'Z' ? 256 : 0; }
int islower(int c) { return c >= 'a' && c <= 'z' ? 512 : 0; }
int isdigit(int c) { return c >= '0' && c <= '9' ? 2048 : 0; }
int isalpha(int c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ? 1024 : 0; }
int isalnum(int c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? 8 : 0; }
int isxdigit(int c) { return (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f') || (c >= '0' && c <= '9') ? 4096 : 0; }
int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r') ? 8192 : 0; }
int isblank(int c) { return c == ' ' || c == '\t' ? 1 : 0; }
int iscntrl(int c) { return (c >= 0 && c < ' ') || c == 127 ? 2 : 0; }
int isprint(int c) { return c >= ' ' && c < 127 ? 16384 : 0; }
int isgraph(int c) { return c > ' ' && c < 127 ? 32768 : 0; }
int ispunct(int c) {
  return c > ' ' && c < 127 && !((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) ? 4 : 0;
}
int isascii(int c) { return c >= 0 && c < 128; }
int toascii(int c) { return c & 127; }
/* A negative argument is undefined but for -1. glibc takes it for the byte. */
int toupper(int c) { return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c >= -128 && c < -1 ? c + 256 : c; }
int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c >= -128 && c < -1 ? c + 256 : c; }
int _toupper(int c) { return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c >= -128 && c < -1 ? c + 256 : c; }
int _tolower(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c >= -128 && c < -1 ? c + 256 : c; }

typedef unsigned int __cairn_wint;
int iswupper(__cairn_wint c) { return c >= 'A' && c <= 'Z'; }
int iswlower(__cairn_wint c) { return c >= 'a' && c <= 'z'; }
int iswdigit(__cairn_wint c) { return c >= '0' && c <= '9'; }
int iswalpha(__cairn_wint c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
int iswalnum(__cairn_wint c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }
int iswxdigit(__cairn_wint c) { return (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f') || (c >= '0' && c <= '9'); }
int iswspace(__cairn_wint c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
int iswblank(__cairn_wint c) { return c == ' ' || c == '\t'; }
int iswcntrl(__cairn_wint c) { return c < ' ' || c == 127; }
int iswprint(__cairn_wint c) { return c >= ' ' && c < 127; }
int iswgraph(__cairn_wint c) { return c > ' ' && c < 127; }
int iswpunct(__cairn_wint c) {
  return c > ' ' && c < 127 && !((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'));
}
__cairn_wint towupper(__cairn_wint c) { return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c; }
__cairn_wint towlower(__cairn_wint c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }
