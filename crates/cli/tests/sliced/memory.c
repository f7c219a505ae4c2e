/* Structures, pointers, function pointers, and results that do not count. */
int shown[64], count;
static void watch(int value) { shown[count++] = value; } // criterion
extern int input(int);
extern void *malloc(unsigned long);
extern void free(void *);

struct pair { int first; int second; };
struct list { struct pair of; struct list *next; };

static int add(int a, int b) { return a + b; } // kept
static int subtract(int a, int b) { return a - b; } // kept
static int unused(int a, int b) { return a * b; } // left out
static int (*const operations[2])(int, int) = {add, subtract};

static struct list *push(struct list *list, int value, int *count) {
  struct list *top = malloc(sizeof *top); // kept
  top->of.first = value; // kept
  top->of.second = -value; // kept
  top->next = list; // kept
  ++*count; // left out
  return top; // kept
}

static struct pair swapped(struct pair of) {
  struct pair result = {of.second, of.first}; // kept
  return result; // kept
}

static int tell(struct list *list, const char *what) {
  int length = 0; // kept
  for (; list; list = list->next) // left out
    length++; // left out
  return length + what[0];
}

int main(void) {
  struct list *list = 0; // kept
  int made = 0, acc = 0; // kept
  for (int i = 0; i < 4; i++) // kept
    list = push(list, input(i), &made); // kept
  tell(list, "before"); // kept
  while (list) { // kept
    struct list *gone = list; // kept
    struct pair it = swapped(list->of); // kept
    acc = operations[it.first > 0](acc, it.first); // kept
    list = list->next; // kept
    free(gone);
  }
  watch(acc); // kept
  return made;
}
