// expect: FALSE
// check: valid-deref
extern int scanf(const char *, ...);

int main(void) {
  const int number = 3, text = 4;
  if (scanf("%d", (int *)&number) > 0)
    return number;
  return text;
}
