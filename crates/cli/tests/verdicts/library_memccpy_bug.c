// expect: FALSE
extern void reach_error(void);
void *memccpy(void *, const void *, int, unsigned long);
int main(void) {
  char to[4] = "zzz";
  memccpy(to, "ab", 'b', 2);
  if (to[0] == 'a') reach_error();
  return 0;
}
