// answers: UNKNOWN
// The bytes of a pointer tell its address.
extern void reach_error(void);
int x;
union u {
  int*p;
  unsigned short s[4];
};
int main() {
  union u u;
  u.p=&x;
  if (u.s[0]!=0) reach_error();
}
