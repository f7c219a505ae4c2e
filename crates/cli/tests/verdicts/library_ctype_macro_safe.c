// expect: TRUE
#include <ctype.h>
extern void reach_error(void);
int main(int argc, char **argv) {
  unsigned char c = argc;
  if (c == '7' && (!isdigit(c) || isalpha(c))) reach_error();
  if (c == 'a' && toupper(c) != 'A') reach_error();
  return 0;
}
