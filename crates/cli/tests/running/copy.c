// arguments: in.txt {o:out.txt|in.txt|sub/out.txt}
// input: file
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  FILE *from = fopen(argv[1], "r");
  if (!from) {
    printf("%s: %s\n", argv[1], strerror(errno));
    return 1;
  }
  char name[64];
  snprintf(name, sizeof name, "%s.new", argv[2]);
  FILE *to = fopen(name, "w+");
  if (!to) {
    printf("%s: %s\n", name, strerror(errno));
    fclose(from);
    return 1;
  }
  char buffer[7];
  size_t count, total = 0;
  while ((count = fread(buffer, 1, sizeof buffer, from)) > 0)
    total += fwrite(buffer, 1, count, to);
  fclose(from);
  fprintf(to, "%zu bytes\n", total);
  long end = ftell(to);
  rewind(to);
  int c, lines = 0;
  while ((c = fgetc(to)) != EOF) {
    lines += c == '\n';
    putchar(c);
  }
  printf("%ld %d %d\n", end, lines, feof(to) != 0);
  fclose(to);
  if (rename(name, argv[2]) || !(to = fopen(argv[2], "r")))
    return 3;
  fseek(to, -4, SEEK_END);
  printf("%c %ld\n", fgetc(to), ftell(to));
  fclose(to);
  remove(argv[2]);
  printf("%d\n", fopen(argv[2], "r") == NULL && errno == ENOENT);
  return lines & 0x7f;
}
