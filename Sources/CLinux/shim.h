// Linux-specific calls, which the Glibc and Musl modules omit because they are GNU extensions.
#if defined(__linux__)
#include <fcntl.h>
#include <linux/falloc.h>
#include <linux/fs.h>
#include <malloc.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/statfs.h>
#include <sys/types.h>
#include <sys/xattr.h>

extern int fallocate(int fd, int mode, off_t offset, off_t length);
extern ssize_t copy_file_range(
    int input, off_t *input_offset, int output, off_t *output_offset, size_t length, unsigned int flags);
extern int renameat2(int old_folder, const char *old_name, int new_folder, const char *new_name, unsigned int flags);

// Creates a file in memory.
extern int memfd_create(const char *name, unsigned int flags);
static const unsigned int metatool_memory_close_on_exec = 1;

// Sets how much free memory the process keeps, and the size from which allocations are mapped
// separately; does nothing without glibc.
static inline void metatool_keep_memory(int free_bytes, int mapped_bytes) {
#if defined(__GLIBC__)
  mallopt(M_TRIM_THRESHOLD, free_bytes);
  mallopt(M_MMAP_THRESHOLD, mapped_bytes);
#endif
}

// Returns the path that the program was started with, without using /proc.
static inline const char *metatool_program(void) { return (const char *)getauxval(AT_EXECFN); }

// Closes all descriptors from `first` on in the child, if the C library supports it (glibc 2.34).
#if defined(__GLIBC__)
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
#endif
static inline void metatool_close_from(posix_spawn_file_actions_t *actions, int first) {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 34)
  posix_spawn_file_actions_addclosefrom_np(actions, first);
#endif
}

extern int prlimit(pid_t process, int resource, const struct rlimit *limit, struct rlimit *old);

// Limits the data memory of a process; returns 0, or -1 on failure.
static inline int metatool_limit_memory(pid_t process, unsigned long bytes) {
  struct rlimit limit = {bytes, bytes};
  return prlimit(process, RLIMIT_DATA, &limit, 0);
}

// Flags for an unnamed file (O_TMPFILE).
static const int metatool_unnamed = 020000000 | O_DIRECTORY;
static const unsigned int metatool_rename_noreplace = RENAME_NOREPLACE;
static const unsigned long metatool_ficlone = FICLONE;
#endif
