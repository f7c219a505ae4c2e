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
