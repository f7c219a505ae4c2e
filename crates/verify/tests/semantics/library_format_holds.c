// expect: TRUE
// check: library
int printf(const char *, ...), scanf(const char *, ...);
enum color { RED, GREEN };
int main(void) {
  char c = 'x', word[8], *end = 0;
  unsigned char u = 3;
  short s = 1;
  float f = 1;
  long double wide = 2;
  enum color color = GREEN;
  void *any = &c;
  unsigned long size = 8;
  int n = 0;
  printf("%c %d %hhu %hd %f %Lf %d %p %p %zu %lx %5.*s %u%%%n\n", c, c, u, s, f, wide, color, any, end, size, size, 3,
         "abcdef", n, &n);
  scanf("%c%7s%hhu%hd%f%Lf%*d%lu%p", &c, word, &u, &s, &f, &wide, &size, &any);
  return 0;
}
