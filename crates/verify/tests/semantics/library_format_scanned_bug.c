// expect: FALSE
// check: library
int sscanf(const char *, const char *, ...);
int main(void) {
  short port = 0;
  sscanf("80", "%d", &port);
  return port;
}
