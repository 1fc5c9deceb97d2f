"""A seccomp filter for probes, as the BPF program that `bwrap --seccomp FD` takes.

A deny-list of what no probe needs and a kernel bug might use: other processes' memory, keyrings (which no namespace separates),
mounts, namespaces, BPF, io_uring, performance counters, modules, the clock, the terminal's input queue. Sockets are by allow-list of
families, because several (AF_VSOCK among them) reach beyond the network namespace. Layout: seccomp(2), struct sock_filter of
linux/filter.h; numbers: asm/unistd_64.h and asm-generic/unistd.h.
"""

import platform
import struct
from collections.abc import Iterable
from functools import cache

_LOAD, _JUMP_EQ, _JUMP_GE, _JUMP_SET, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERRNO, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_NR, _ARCH, _ARG0, _ARG1 = 0, 4, 16, 24
_EPERM, _ENOSYS, _EAFNOSUPPORT = 1, 38, 97
_X32 = 0x40000000
_NEW_NAMESPACES = 0x7E020000 | 0x00000080
"""CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET, NEWTIME."""
_TERMINAL = (0x5412, 0x541C)
"""TIOCSTI types into the terminal, TIOCLINUX pastes into a console."""
_UNIX, _FAMILIES = 1, (2, 10, 16)
"""AF_UNIX (only where builds need it), and AF_INET, AF_INET6, AF_NETLINK, which the network namespace confines."""

_SYSCALLS: dict[str, tuple[int, int]] = {
    "ptrace": (101, 117), "syslog": (103, 116), "acct": (163, 89), "adjtimex": (159, 171), "settimeofday": (164, 170),
    "mount": (165, 40), "umount2": (166, 39), "swapon": (167, 224), "swapoff": (168, 225), "reboot": (169, 142),
    "sethostname": (170, 161), "setdomainname": (171, 162), "iopl": (172, -1), "ioperm": (173, -1), "init_module": (175, 105),
    "delete_module": (176, 106), "quotactl": (179, 60), "pivot_root": (155, 41), "chroot": (161, 51), "vhangup": (153, 58),
    "lookup_dcookie": (212, 18), "clock_settime": (227, 112), "kexec_load": (246, 104), "add_key": (248, 217),
    "request_key": (249, 218), "keyctl": (250, 219), "migrate_pages": (256, 238), "mknod": (133, -1), "mknodat": (259, 33),
    "unshare": (272, 97), "move_pages": (279, 239), "perf_event_open": (298, 241), "fanotify_init": (300, 262),
    "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265), "clock_adjtime": (305, 266), "setns": (308, 268),
    "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272), "finit_module": (313, 273),
    "kexec_file_load": (320, 294), "bpf": (321, 280), "userfaultfd": (323, 282), "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426), "io_uring_register": (427, 427), "open_tree": (428, 428), "move_mount": (429, 429),
    "fsopen": (430, 430), "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433), "pidfd_getfd": (438, 438),
    "process_madvise": (440, 440), "mount_setattr": (442, 442), "quotactl_fd": (443, 443),
}  # fmt: skip
_BARE: dict[str, tuple[int, int]] = {
    "chmod": (90, -1), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452), "chown": (92, -1), "fchown": (93, 55),
    "lchown": (94, -1), "fchownat": (260, 54), "utime": (132, -1), "utimes": (235, -1), "futimesat": (261, -1), "utimensat": (280, 88),
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7), "removexattr": (197, 14), "lremovexattr": (198, 15),
    "fremovexattr": (199, 16), "shmget": (29, 194), "shmctl": (31, 195), "shmat": (30, 196), "semget": (64, 190), "semctl": (66, 191),
    "semop": (65, 193), "msgget": (68, 186), "msgctl": (71, 187), "msgrcv": (70, 188), "msgsnd": (69, 189), "mq_open": (240, 180),
    "mq_unlink": (241, 181), "setpriority": (141, 140), "sched_setaffinity": (203, 122), "sched_setscheduler": (144, 119),
}  # fmt: skip
"""What only namespaces or a read-only mount would stop: modes and owners of files, System V memory, priorities of other processes."""
_FLAGS = (0x40086602, 0x401C5820)
"""FS_IOC_SETFLAGS and FS_IOC_FSSETXATTR change a file that is only open for reading."""
_SPECIAL: dict[str, tuple[int, int]] = {
    "clone": (56, 220),
    "clone3": (435, 435),
    "ioctl": (16, 29),
    "socket": (41, 198),
    "prlimit64": (302, 261),
}
_MACHINES: dict[str, tuple[int, int]] = {"x86_64": (0, 0xC000003E), "amd64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7),
                                         "arm64": (1, 0xC00000B7)}  # fmt: skip
"""Which column holds a machine's numbers, and its AUDIT_ARCH."""


def _step(code: int, k: int, yes: int = 0, no: int = 0) -> bytes:
    return struct.pack("=HBBI", code, yes, no, k)


def _fail(number: int) -> bytes:
    return _step(_RETURN, _ERRNO | number)


def _for(nr: int, body: bytes) -> bytes:
    """Steps that are taken for one system call only; the number is in the accumulator before and after."""
    return _step(_JUMP_EQ, nr, 0, len(body) // 8) + body


def _argument(offset: int, tests: Iterable[bytes], otherwise: bytes = b"") -> bytes:
    return _step(_LOAD, offset) + b"".join(tests) + otherwise + _step(_LOAD, _NR)


@cache
def program(unix_sockets: bool = False, machine: str | None = None, bare: bool = False) -> bytes | None:
    """The filter for this kind of machine, None where its system call numbers are not known (then the sandbox goes without).

    `unix_sockets` lets AF_UNIX pass; `bare` is for a sandbox without namespaces: no sockets at all, and more is denied.
    Example: `len(program(machine="x86_64")) % 8 == 0`.
    """
    found = _MACHINES.get((machine or platform.machine()).lower())
    if found is None:
        return None
    column, arch = found
    number = {name: numbers[column] for name, numbers in (_SYSCALLS | _SPECIAL | _BARE).items()}
    families = () if bare else (*_FAMILIES, _UNIX) if unix_sockets else _FAMILIES
    parts = [
        _step(_LOAD, _ARCH),
        _step(_JUMP_EQ, arch, 1, 0),
        _step(_RETURN, _KILL),
        _step(_LOAD, _NR),
    ]
    if column == 0:
        parts += [_step(_JUMP_GE, _X32, 0, 1), _fail(_EPERM)]
    for name in (*_SYSCALLS, *(_BARE if bare else ())):
        if number[name] >= 0:
            parts += [_step(_JUMP_EQ, number[name], 0, 1), _fail(_EPERM)]
    parts.append(_for(number["clone3"], _fail(_ENOSYS)))
    parts.append(_for(number["clone"], _argument(_ARG0, [_step(_JUMP_SET, _NEW_NAMESPACES, 0, 1) + _fail(_EPERM)])))
    parts.append(_for(number["ioctl"], _argument(_ARG1, [_step(_JUMP_EQ, k, 0, 1) + _fail(_EPERM) for k in (*_TERMINAL, *_FLAGS)])))
    if bare:
        parts.append(_for(number["prlimit64"], _argument(_ARG0, [_step(_JUMP_EQ, 0, 1, 0) + _fail(_EPERM)])))
    allowed = [_step(_JUMP_EQ, family, 0, 1) + _step(_RETURN, _ALLOW) for family in families]
    parts.append(_for(number["socket"], _argument(_ARG0, allowed, _fail(_EAFNOSUPPORT))))
    parts.append(_step(_RETURN, _ALLOW))
    return b"".join(parts)
