"""Programs by what a run of them again would need. All of these are labels; see `classify`."""

from sessionlens.model.probe import ProbeKind


def words(names: str) -> frozenset[str]:
    """A set of names from a line of them."""
    return frozenset(names.split())


ASKING = words("--version -version -V -v version --help -h")
PRIVILEGED = words("sudo doas su pkexec runuser chroot nsenter unshare setpriv")
NETWORK = words(
    "curl wget ssh scp sftp ftp rsync ping dig host nslookup nc ncat netcat telnet traceroute whois gh glab aws gcloud az oci doctl"
    " kubectl helm terraform ansible ansible-playbook flyctl heroku vercel netlify wrangler psql mysql mongosh redis-cli ab wrk hey"
    " k6 vegeta iperf iperf3 http https xh aria2c git-remote-https"
)
NETWORK_VERBS = {
    "git": words("push pull fetch clone ls-remote"),
    "cargo": words("fetch update publish search audit install"),
    "npm": words("view outdated audit publish search"),
    "pip": words("index download install"),
    "go": words("get"),
    "poetry": words("publish"),
    "uv": words("publish"),
}
SERVICES = words("docker podman docker-compose systemctl service journalctl crontab at launchctl tmux screen pm2 supervisorctl initctl")
DEVICES = words(
    "strace ltrace gdbserver bpftrace bpftool dtrace nvidia-smi nvcc-gdb rocm-smi nvtop nsys ncu lsusb lspci dmesg dmidecode smartctl"
    ""
    " hdparm turbostat powertop sensors rdmsr wrmsr cpupower tcpdump modprobe lsmod insmod xinput adb"
)
COUNTING = words("stat record top trace mem c2c kmem lock sched bench ftrace probe")
"""Subcommands of perf that count or trace."""
SCREENS = words("vi vim nvim nano emacs pico top htop btop atop iotop watch less more man info screen tmux mc tig lazygit fzf dialog")
TEXTUAL = words(
    "grep egrep fgrep rg ag ack echo printf sed awk gawk jq cat head tail git python python3 node perl ruby sort tr cut test [ [["
)
"""Programs whose words may look like addresses without their going there; what they do try is stopped by the sandbox."""
SENSITIVE = words(
    "env printenv df ps pgrep pstree free uptime id whoami groups hostname mount lsblk ip ifconfig ss netstat lsof w who last date"
    " docker systemctl crontab loginctl ulimit locale tty stty fuser umask uptime vmstat iostat nproc"
)
"""Programs that show the machine or the user around the sandbox, of which it has its own."""
HARDWARE = words("lscpu nproc free lsmem numactl getconf lstopo hwloc-info arch")
HARDWARE_FILES = ("/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system")
ASKERS = words("which whereis type command hash")
"""Programs that look for the programs they are given."""
LOOKUPS = words("which whereis type hash pkg-config")
ENVIRONMENT = words("env printenv uname hostname id whoami date df ps uptime ulimit mount locale")
COMPILING = words(
    "cargo go gradle gradlew mvn mvnw sbt dotnet swift zig cabal stack"
    " dune mix rebar3 bazel buck2 ctest cmake meson ninja xcodebuild nim crystal"
    " g++ gcc cc clang rustc javac ghc tsc"
)
TASKS = words(
    "make gmake just task mise"
    " npm pnpm yarn bun npx rake tox nox invoke poe nx turbo lerna ant composer pre-commit hatch pdm pixi waf scons"
)
"""Task runners, which mostly build before they test."""
INTERPRETERS = words("python python2 python3 pypy pypy3 node ruby perl php lua luajit bash sh zsh Rscript julia deno bun ts-node")
PATTERN_FIRST = words("grep egrep fgrep zgrep rg ag ack sed gsed awk gawk mawk jq yq")
READERS = words(
    "cat bat head tail tac nl wc strings nm objdump readelf file stat sha1sum sha224sum sha256sum sha384sum sha512sum md5sum b2sum cksum"
    " shasum xxd od hexdump cmp diff ldd size ls du sort uniq zcat gunzip-c column rev fold less more bloaty addr2line tree"
)
BUILTINS = words(
    "cd pushd popd echo printf true false : test [ [[ export unset set local declare readonly typeset source . eval exec exit return"
    " read wait trap shift break continue command builtin type hash alias unalias shopt ulimit umask let jobs fg bg kill time times"
    " pwd if then else for while until case function getopts mapfile readarray enable help history dirs disown"
)
KIND_OF_INTENT: tuple[tuple[str, ProbeKind], ...] = (
    ("benchmark", "benchmark"), ("profile", "benchmark"), ("test", "tests"), ("build", "build"), ("lint", "lint"),
)  # fmt: skip
