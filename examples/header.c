// Reads the name in front of a colon, as in "Host: example.org", from a line that may hold anything.
extern char __VERIFIER_nondet_char(void);

enum { NAME = 8, LINE = 12 };

struct header {
  char name[NAME];
  int length;
};

static int parse_name(const char *line, struct header *h) {
  int n = 0;
  while (line[n] != ':') {
    if (line[n] == '\0' || n == NAME)
      return -1;
    h->name[n] = line[n];
    n++;
  }
  h->name[n] = '\0';
  h->length = n;
  return 0;
}

int main(void) {
  char line[LINE];
  for (int i = 0; i < LINE - 1; i++)
    line[i] = __VERIFIER_nondet_char();
  line[LINE - 1] = '\0';
  struct header h;
  parse_name(line, &h);
  return 0;
}
