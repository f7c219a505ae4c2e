// answers: TRUE, UNKNOWN
// auto: TRUE
// Other string literals are different objects.
extern void reach_error(void);
int main() {
  char*a="abc";
  char*b="abd";
  if (a==b) reach_error();
  char*p;
  for(p=a;p!=a+3;p++);
  if (*p) reach_error();
}
