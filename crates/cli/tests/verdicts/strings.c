// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);

extern unsigned long strlen(const char *);
int main(void) {
  char word[] = "cairn";
  word[0] = 'C';
#ifdef BUG
  if (strlen(word) != 6 || word[0] != 'C' || word[5] != 0)
#else
  if (strlen(word) != 5 || word[0] != 'C' || word[5] != 0)
#endif
    reach_error();
  return 0;
}
