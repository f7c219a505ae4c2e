#include <ctype.h>
#include <wctype.h>
void emit(unsigned long long);
int main(void) {
  int (*t[])(int) = {isalpha, isdigit, isalnum, isspace, isupper, islower, isxdigit, iscntrl, isprint, isgraph, ispunct, isblank, toupper, tolower};
  for (int i = 0; i < 14; i++) for (int c = -1; c < 256; c++) emit(t[i](c));
  for (int c = -1; c < 256; c++) {
    emit(isalpha(c)); emit(isdigit(c)); emit(isspace(c)); emit(ispunct(c)); emit(toupper(c)); emit(tolower(c)); emit(isxdigit(c));
    emit(!!iswalpha(c < 0 ? 0 : c)); emit(towupper(c < 0 ? 0 : c));
  }
  emit((*__ctype_b_loc())[-128]); emit((*__ctype_tolower_loc())['A']); emit((*__ctype_toupper_loc())[-5]);
  return 0;
}
