// answers: FALSE, UNKNOWN
// auto: FALSE
// More bytes than an object can have: null, and the path goes on.
typedef unsigned long size_t;
extern void reach_error(void);
extern void *malloc(size_t);
int main() {
  malloc(-4);
  reach_error();
}
