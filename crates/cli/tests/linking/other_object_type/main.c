// expect: FALSE
// One object seen as two types: its first four bytes as an int.
extern void reach_error(void);
extern int word;
extern unsigned char bytes[4];
void set(void);
int main(void) {
  set();
  if (word == 0x01020304 && bytes[0] == 4 && bytes[3] == 9)
    reach_error();
  return 0;
}
