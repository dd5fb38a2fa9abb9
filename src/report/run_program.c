#include "report/run_program.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"

extern char **environ;

/* Start it with stderr on `error_end` of a pipe; returns posix_spawn's code. */
static int start(const char *folder, const char *const *arguments, int error_end, pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    int code = posix_spawn_file_actions_init(&actions);
    if (code)
        return code;
    if (!code)
        code = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!code)
        code = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (!code)
        code = posix_spawn_file_actions_adddup2(&actions, error_end, STDERR_FILENO);
    if (!code)
        code = posix_spawn_file_actions_addchdir_np(&actions, folder);
    if (!code) /* posix_spawn takes char *const[] for historical reasons, and changes nothing */
        code = posix_spawnp(pid, arguments[0], &actions, NULL, (char *const *)(const void *)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

/* Read to the end, so that the program never blocks on a full pipe; keep what fits, in one line. */
static void read_complaint(int fd, char *text, size_t size)
{
    char buffer[512];
    size_t used = 0;
    for (;;) {
        ssize_t count = read(fd, buffer, sizeof buffer);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        for (ssize_t i = 0; i < count && used + 1 < size; i++)
            if (buffer[i] != '\n' || used > 0)
                text[used++] = buffer[i] == '\n' ? ' ' : buffer[i];
    }
    text[used] = '\0';
}

static int wait_for(pid_t pid)
{
    int state = 0;
    while (waitpid(pid, &state, 0) < 0)
        if (errno != EINTR)
            return -1;
    return state;
}

antler_status run_program(const char *folder, const char *const *arguments, antler_error *err)
{
    int ends[2];
    pid_t pid;
    char complaint[400];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return err_set(err, ANTLER_IO, "%s: %s", arguments[0], strerror(errno));
    int code = start(folder, arguments, ends[1], &pid);
    close(ends[1]);
    if (code) {
        close(ends[0]);
        return err_set(err, ANTLER_IO, "%s cannot be run: %s", arguments[0], strerror(code));
    }
    read_complaint(ends[0], complaint, sizeof complaint);
    close(ends[0]);
    int state = wait_for(pid);
    if (state == 0)
        return ANTLER_OK;
    return err_set(err, ANTLER_IO, "%s failed: %s", arguments[0], complaint);
}
