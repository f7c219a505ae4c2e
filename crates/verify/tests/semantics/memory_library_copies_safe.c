// expect: TRUE
// check: valid-deref
extern char *strcpy(char *, const char *);
extern unsigned long strlen(const char *);
extern void *malloc(unsigned long);
extern void *memcpy(void *, const void *, unsigned long);

int main(void) {
  char copy[6];
  strcpy(copy, "salut");
  char *again = malloc(strlen(copy) + 1);
  memcpy(again, copy, strlen(copy) + 1);
  return again[5];
}
