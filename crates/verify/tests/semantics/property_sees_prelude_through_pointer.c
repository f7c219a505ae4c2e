// expect: FALSE
// property: strlen
extern unsigned long strlen(const char *);
int main(void) {
  unsigned long (*f)(const char *) = strlen;
  return (int)f("abc");
}
