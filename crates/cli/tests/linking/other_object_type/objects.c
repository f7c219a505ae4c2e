unsigned char word[4];
int bytes = 4;
void set(void) {
  word[0] = 4;
  word[1] = 3;
  word[2] = 2;
  word[3] = 1;
  bytes |= 9 << 24;
}
