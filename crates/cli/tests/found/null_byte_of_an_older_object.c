// class: null bytes of objects that are not told apart
// expect: FALSE
// flags: --property valid-deref
#include <stdlib.h>
#include <string.h>
struct node { struct node *next; char *text; };
int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 8; i++) {
    struct node *new = malloc(sizeof *new);
    char *text = malloc(3);
    if (!new || !text)
      return 0;
    text[0] = 'a', text[1] = 'b', text[2] = 0;
    new->text = text;
    new->next = list;
    list = new;
  }
  list->next->next->next->next->next->text[2] = 'c';
  unsigned long sum = 0;
  for (struct node *at = list; at; at = at->next)
    sum += strlen(at->text);
  return sum > 100;
}
