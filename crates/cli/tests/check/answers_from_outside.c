// flags: --option testing.command-lines=only --time-limit 2s --check division,null-dereference
// Executions go on behind calls that the host does not have: a status is made up, an object of the system's is not.
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv) {
  struct stat status;
  int rest = 10 / (usleep(10) + 1); // division: violated
  struct passwd *user = getpwuid(getuid()); // null-dereference: proved
  if (user)
    return user->pw_name[0]; // null-dereference: unknown
  if (stat("", &status) == 0) // null-dereference: proved
    return rest / (int)(status.st_size - status.st_size); // division: unknown
  return 100 / (int)(getuid() - 1000); // division: violated
}
