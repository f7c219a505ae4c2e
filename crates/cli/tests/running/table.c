// arguments: 
// input: csv
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[128], cells[8][24];
  int row = 0;
  while (fgets(line, sizeof line, stdin)) {
    int count = 0;
    char *rest = line, *cell;
    line[strcspn(line, "\r\n")] = 0;
    while (count < 8 && (cell = strsep(&rest, ",")) != NULL)
      snprintf(cells[count++], sizeof cells[0], "%s", cell);
    printf("%3d", ++row);
    for (int i = 0; i < count; i++)
      printf(" | %-*s", i ? 8 : 12, cells[i]);
    puts(" |");
  }
  return row;
}
