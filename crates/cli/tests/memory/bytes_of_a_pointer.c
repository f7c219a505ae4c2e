// answers: UNKNOWN
// The bytes of a pointer tell its address.
extern void reach_error(void);
int x;
int main() {
  int*p=&x;
  unsigned char*b=(unsigned char*)&p;
  if (b[0]==0) reach_error();
}
