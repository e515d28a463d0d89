// Which system calls a sandbox may make: a list of what programs need, everything else answered with EPERM. It is
// close to what engines use by themselves, with two differences for Chromium's own sandbox: a process may make
// namespaces of users, processes and network (never of mounts, host names, IPC or cgroups), and may call chroot, which
// without a capability works only inside such a namespace.

/** CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC */
const FORBIDDEN_NAMESPACES = 0x0e020000
const ENOSYS = 38

const FILES = `access chdir chmod chown chown32 close close_range copy_file_range creat dup dup2 dup3 faccessat
  faccessat2 fadvise64 fadvise64_64 fallocate fchdir fchmod fchmodat fchmodat2 fchown fchown32 fchownat fcntl fcntl64
  fdatasync fgetxattr flistxattr flock fremovexattr fsetxattr fstat fstat64 fstatat64 fstatfs fstatfs64 fsync ftruncate
  ftruncate64 futimesat getcwd getdents getdents64 getxattr inotify_add_watch inotify_init inotify_init1
  inotify_rm_watch ioctl lchown lchown32 lgetxattr link linkat listxattr llistxattr _llseek lremovexattr lseek lsetxattr
  lstat lstat64 mkdir mkdirat mknod mknodat newfstatat open openat openat2 pipe pipe2 pread64 preadv preadv2 pwrite64
  pwritev pwritev2 read readahead readlink readlinkat readv removexattr rename renameat renameat2 rmdir sendfile
  sendfile64 setxattr splice stat stat64 statfs statfs64 statx symlink symlinkat sync sync_file_range syncfs tee truncate
  truncate64 umask unlink unlinkat utime utimensat utimensat_time64 utimes vmsplice write writev memfd_create
  memfd_secret name_to_handle_at io_cancel io_destroy io_getevents io_pgetevents io_pgetevents_time64 io_setup io_submit
  landlock_add_rule landlock_create_ruleset landlock_restrict_self cachestat map_shadow_stack`

const PROCESSES = `alarm arch_prctl capget capset brk execve execveat exit exit_group fork futex futex_time64 futex_waitv
  futex_wait futex_wake futex_requeue get_robust_list get_thread_area getcpu getegid getegid32 geteuid geteuid32 getgid
  getgid32 getgroups getgroups32 getitimer getpgid getpgrp getpid getppid getpriority getrandom getresgid getresgid32
  getresuid getresuid32 getrlimit getrusage getsid gettid getuid getuid32 ioprio_get ioprio_set kill madvise membarrier
  mincore mlock mlock2 mlockall mmap mmap2 mprotect mremap msync munlock munlockall munmap pause pidfd_open
  pidfd_send_signal pkey_alloc pkey_free pkey_mprotect prctl prlimit64 process_madvise process_mrelease
  remap_file_pages restart_syscall rseq rt_sigaction rt_sigpending rt_sigprocmask rt_sigqueueinfo rt_sigreturn
  rt_sigsuspend rt_sigtimedwait rt_sigtimedwait_time64 rt_tgsigqueueinfo sched_get_priority_max sched_get_priority_min
  sched_getaffinity sched_getattr sched_getparam sched_getscheduler sched_rr_get_interval sched_rr_get_interval_time64
  sched_setaffinity sched_setattr sched_setparam sched_setscheduler sched_yield seccomp set_robust_list set_thread_area
  set_tid_address setfsgid setfsgid32 setfsuid setfsuid32 setgid setgid32 setgroups setgroups32 setitimer setpgid
  setpriority setregid setregid32 setresgid setresgid32 setresuid setresuid32 setreuid setreuid32 setrlimit setsid setuid
  setuid32 sgetmask ssetmask sigaction sigaltstack signal signalfd signalfd4 sigpending sigprocmask sigreturn sigsuspend
  sysinfo tgkill times tkill ugetrlimit uname vfork wait4 waitid waitpid modify_ldt ptrace process_vm_readv
  process_vm_writev kcmp`

const WAITING = `clock_adjtime clock_adjtime64 clock_getres clock_getres_time64 clock_gettime clock_gettime64
  clock_nanosleep clock_nanosleep_time64 adjtimex epoll_create epoll_create1 epoll_ctl epoll_ctl_old epoll_pwait
  epoll_pwait2 epoll_wait epoll_wait_old eventfd eventfd2 gettimeofday nanosleep _newselect poll ppoll ppoll_time64
  pselect6 pselect6_time64 select time timer_create timer_delete timer_getoverrun timer_gettime timer_gettime64
  timer_settime timer_settime64 timerfd_create timerfd_gettime timerfd_gettime64 timerfd_settime timerfd_settime64`

const TALKING = `accept accept4 bind connect getpeername getsockname getsockopt ipc listen mq_getsetattr mq_notify mq_open
  mq_timedreceive mq_timedreceive_time64 mq_timedsend mq_timedsend_time64 mq_unlink msgctl msgget msgrcv msgsnd recv
  recvfrom recvmmsg recvmmsg_time64 recvmsg semctl semget semop semtimedop semtimedop_time64 send sendmmsg sendmsg sendto
  setsockopt shmat shmctl shmdt shmget shutdown socketcall socketpair`

const ARM = `arm_fadvise64_64 arm_sync_file_range sync_file_range2 breakpoint cacheflush set_tls`

interface Rule {
  names: string[]
  action: 'SCMP_ACT_ALLOW' | 'SCMP_ACT_ERRNO'
  errnoRet?: number
  args?: {
    index: number
    value: number
    valueTwo?: number
    op: 'SCMP_CMP_EQ' | 'SCMP_CMP_NE' | 'SCMP_CMP_MASKED_EQ'
  }[]
}

const words = (list: string) => list.split(/\s+/).filter(Boolean)
const onlyOwnNamespaces = {
  index: 0,
  value: FORBIDDEN_NAMESPACES,
  valueTwo: 0,
  op: 'SCMP_CMP_MASKED_EQ',
} as const
const personality = (value: number): Rule => ({
  names: ['personality'],
  action: 'SCMP_ACT_ALLOW',
  args: [{ index: 0, value, op: 'SCMP_CMP_EQ' }],
})

const rules: Rule[] = [
  { names: words([FILES, PROCESSES, WAITING, TALKING, ARM].join(' ')), action: 'SCMP_ACT_ALLOW' },
  // Virtual machine sockets reach the host past every network rule.
  { names: ['socket'], action: 'SCMP_ACT_ALLOW', args: [{ index: 0, value: 40, op: 'SCMP_CMP_NE' }] },
  { names: ['clone', 'unshare'], action: 'SCMP_ACT_ALLOW', args: [onlyOwnNamespaces] },
  // Its flags stand in memory, where a filter can't look; told that it does not exist, libraries use clone.
  { names: ['clone3'], action: 'SCMP_ACT_ERRNO', errnoRet: ENOSYS },
  { names: ['chroot'], action: 'SCMP_ACT_ALLOW' },
  // Linux, Linux 32 bit, and asking which.
  ...[0x0, 0x8, 0x20000, 0x20008, 0xffffffff].map(personality),
]

/** For SecurityOpt: `seccomp=${JSON.stringify(seccompProfile)}`. */
export const seccompProfile = {
  defaultAction: 'SCMP_ACT_ERRNO',
  archMap: [
    { architecture: 'SCMP_ARCH_X86_64', subArchitectures: ['SCMP_ARCH_X86', 'SCMP_ARCH_X32'] },
    { architecture: 'SCMP_ARCH_AARCH64', subArchitectures: ['SCMP_ARCH_ARM'] },
  ],
  syscalls: rules,
} as const
