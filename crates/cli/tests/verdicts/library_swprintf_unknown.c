// expect: UNKNOWN
#include <wchar.h>
extern void reach_error(void);
int main(void) {
  wchar_t b[8] = L"zz";
  swprintf(b, 8, L"%d", 7);
  if (b[0] == L'7') reach_error();
  return 0;
}
