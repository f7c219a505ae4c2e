// arguments: 
// input: source
#include <ctype.h>
#include <stdio.h>

enum state { CODE, STRING, NUMBER, STATES };

struct machine {
  enum state state;
  unsigned visits[STATES];
  enum state (*step[STATES])(struct machine *, int);
};

static enum state code(struct machine *m, int c) {
  (void)m;
  return c == '"' ? STRING : isdigit(c) ? NUMBER : CODE;
}

static enum state string(struct machine *m, int c) {
  if (c == '\n')
    printf("open string after %u\n", m->visits[STRING]);
  return c == '"' || c == '\n' ? CODE : STRING;
}

static enum state number(struct machine *m, int c) { return isxdigit(c) || c == 'x' ? NUMBER : code(m, c); }

int main(void) {
  struct machine m = {.state = CODE, .step = {[NUMBER] = number, [CODE] = code, [STRING] = string}};
  int c;
  while ((c = getchar()) != EOF) {
    enum state next = m.step[m.state](&m, c);
    if (next != m.state)
      printf("%d>%d at %s%c\n", m.state, next, c == '\n' ? "\\" : "", c == '\n' ? 'n' : c);
    m.visits[m.state = next]++;
  }
  printf("%u %u %u\n", m.visits[0], m.visits[1], m.visits[2]);
  return m.state;
}
