// answers: TRUE, UNKNOWN
// auto: TRUE
// Pointers to living objects are compared as they are.
typedef unsigned long size_t;
extern void reach_error(void);
extern void *malloc(size_t);
extern void free(void *);
struct n {
  struct n*next;
  int v;
};
int main() {
  struct n*a=malloc(sizeof*a),*b=malloc(sizeof*b);
  a->next=b;
  b->next=a;
  if (a->next->next!=a) reach_error();
  if (a==b) reach_error();
  free(a);
  free(b);
}
