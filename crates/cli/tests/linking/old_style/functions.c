int add(a, b, c)
int a;
long b;
char c;
{
  return a + (int)b + c;
}
double half(x)
float x;
{
  return x / 2;
}
char low(c)
char c;
{
  return c;
}
unsigned long wide(unsigned long, int);
unsigned long wide(x, y)
unsigned long x;
int y;
{
  return x + y;
}
unsigned long calls_wide(unsigned int x) { return wide(x, 1L); }
