// expect: TRUE
extern void reach_error(void);

extern unsigned long strlen(const char *);
int main(void) {
  char word[] = "cairn";
  word[0] = 'C';
  if (strlen(word) != 5 || word[0] != 'C' || word[5] != 0)
    reach_error();
  return 0;
}
