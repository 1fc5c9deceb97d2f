"""What well-known programs are for. A program that is in no table is the project's own, and is judged by the words of its name."""

from sessionlens.commands.vocabulary import words
from sessionlens.model.trace import Intent


def _table(intent: Intent, names: str) -> dict[str, Intent]:
    return dict.fromkeys(names.split(), intent)


TOOLS: dict[str, Intent] = {
    **_table("navigate", "cd pushd popd"),
    **_table(
        "other",
        "echo printf true false : sleep exit return wait read set unset export declare local readonly source . trap shift break continue"
        " kill pkill killall shopt ulimit umask alias clear date yes seq jobs fg bg disown history let eval test_",
    ),
    **_table(
        "inspect",
        "cat bat less more head tail ls exa eza tree find fd grep egrep fgrep rg ag ack awk gawk sed cut sort uniq wc tr paste column"
        " nl jq yq xq tac rev fold comm join xxd od hexdump du df ps top htop vmstat free uptime lsof ss netstat env printenv history"
        " realpath readlink basename dirname pwd id whoami hostname uname lscpu nproc man help delta journalctl dmesg tokei cloc scc"
        " Get-Content Get-ChildItem Select-String dir type findstr gc gci sqlite_analyzer zcat zgrep plutil defaults launchctl",
    ),
    **_table(
        "probe",
        "which where whereis type command hash strings nm objdump readelf ldd otool dumpbin file stat sha256sum sha1sum sha512sum md5sum"
        " md5 shasum b2sum cksum cmp diff colordiff test [ [[ pgrep getconf pkg-config ldconfig dpkg-query Get-Command Test-Path"
        " luac xmllint shellcheck-version c++filt addr2line size bloaty ping dig nslookup host nc",
    ),
    **_table("edit", "tee patch mv rm rmdir mkdir touch chmod chown ln unlink truncate shred dos2unix unix2dos apply_patch git-apply"
             " cookiecutter degit Set-Content Remove-Item New-Item Move-Item del ed ex crudini xdotool"),
    **_table("copy", "cp rsync scp dd install ditto robocopy xcopy Copy-Item tar unzip zip gzip gunzip xz zstd 7z"),
    **_table(
        "build",
        "gcc g++ cc c++ clang clang++ rustc nvcc javac kotlinc scalac ghc ocamlc swiftc tsc-build ld ar ninja cmake meson configure"
        " autoreconf msbuild xcodebuild webpack rollup esbuild vite-build gn buck2-build emcc wasm-pack maturin protoc",
    ),
    **_table(
        "test",
        "pytest py.test nosetests nose2 unittest jest vitest mocha ava tap karma cypress playwright ctest rspec minitest phpunit busted"
        " bats shellspec tox nox trial behave cucumber prove gotestsum cargo-nextest lit doctest testem jasmine qunit pest cram trycmd",
    ),
    **_table(
        "lint",
        "ruff flake8 pylint mypy pyright basedpyright pyre ty bandit eslint tslint oxlint stylelint tsc golangci-lint staticcheck"
        " revive gosec shellcheck shfmt hadolint yamllint actionlint markdownlint markdownlint-cli2 clang-tidy cppcheck rubocop"
        " standard biome checkov tflint ktlint detekt checkstyle phpstan psalm credo dialyzer vulture interrogate codespell typos"
        " pre-commit lefthook buf vale isort cspell",
    ),
    **_table("edit", "black autopep8 yapf gofmt goimports gofumpt rustfmt prettier clang-format autoflake pyupgrade ocamlformat stylua"),
    **_table(
        "benchmark",
        "hyperfine wrk wrk2 ab hey k6 bombardier vegeta oha locust siege autocannon sysbench pgbench fio iperf iperf3"
        " redis-benchmark pg_test_fsync pg_test_timing"
        " stress-ng bench asv pyperf timeit airspeed criterion memtier_benchmark ycsb tpcc benchstat benchcmp critcmp poop cargo-criterion",
    ),
    **_table(
        "profile",
        "perf valgrind strace ltrace gprof flamegraph py-spy samply heaptrack callgrind_annotate cg_annotate ms_print pprof scalene"
        " memray austin kcachegrind bpftrace dtrace instruments nsys ncu nvprof vtune tracy cprofile snakeviz massif-visualizer",
    ),
    **_table("install", "apt apt-get yum dnf apk pacman brew port choco winget scoop snap flatpak pip pip3 pipx conda mamba rustup"
             " pyenv nvm asdf gem cpan luarocks opam ghcup sdk corepack vcpkg conan"),
    **_table("publish", "twine goreleaser semantic-release vercel netlify fly flyctl heroku serverless terraform pulumi ansible-playbook"),
    **_table("inspect", "docker podman kubectl helm aws gcloud az systemctl service curl wget gh glab"),
}  # fmt: skip

SUBCOMMANDS: dict[str, dict[str, Intent]] = {
    "git": {
        **_table(
            "inspect",
            "log show diff blame shortlog describe reflog grep ls-files ls-tree branch tag remote config stash-list whatchanged cat-file"
            " name-rev rev-list for-each-ref help archive count-objects diff-tree diff-index show-ref range-diff cherry",
        ),
        **_table("probe", "status fsck rev-parse merge-base verify-pack check-ignore ls-remote bisect verify-commit diff-files version"
                 " symbolic-ref check-attr"),
        **_table("revert", "revert restore reset clean"),
        **_table("commit", "commit add merge rebase cherry-pick am notes"),
        **_table("edit", "rm mv apply init worktree read-tree update-index update-ref gc prune submodule filter-repo filter-branch"
                 " replace sparse-checkout lfs write-tree commit-tree repack"),
        **_table("navigate", "checkout switch"),
        **_table("publish", "push send-email"),
        **_table("install", "clone fetch pull"),
    },
    "cargo": {
        **_table("build", "build b check c rustc doc"),
        **_table("test", "test t nextest miri llvm-cov tarpaulin insta hack"),
        **_table("benchmark", "bench criterion"),
        **_table("lint", "clippy deny audit outdated machete udeps semver-checks"),
        **_table("edit", "fmt fix add remove rm update init new"),
        **_table("inspect", "tree metadata search locate-project pkgid info version show-asm asm expand"),
        **_table("install", "install fetch vendor binstall"),
        **_table("publish", "publish release"),
        **_table("profile", "flamegraph instruments samply bloat"),
        **_table("other", "clean"),
        **_table("run", "run r"),
    },
    "go": {
        **_table("build", "build generate"),
        **_table("test", "test"),
        **_table("lint", "vet"),
        **_table("edit", "fmt fix mod work"),
        **_table("install", "get install"),
        **_table("inspect", "list doc env version"),
        **_table("profile", "tool"),
        **_table("run", "run"),
        **_table("other", "clean"),
    },
    "uv": {**_table("install", "sync pip add remove lock tool venv python init"), **_table("build", "build"),
           **_table("publish", "publish")},
    "poetry": {**_table("install", "install add remove lock update"), **_table("build", "build"), **_table("publish", "publish"),
               **_table("inspect", "show env check version")},
    "pip": {**_table("inspect", "show list freeze check index config"), **_table("install", "install uninstall download wheel")},
    "conda": {**_table("inspect", "list info env"), **_table("install", "install create update remove")},
    "brew": {**_table("inspect", "list info search --prefix outdated"), **_table("install", "install upgrade reinstall uninstall")},
    "dotnet": {**_table("build", "build publish pack"), **_table("test", "test"), **_table("run", "run"), **_table("edit", "format"),
               **_table("install", "restore add tool")},
    "zig": {**_table("build", "build build-exe build-lib cc"), **_table("test", "test"), **_table("run", "run"), **_table("edit", "fmt")},
    "deno": {**_table("test", "test"), **_table("lint", "lint check"), **_table("edit", "fmt"), **_table("benchmark", "bench"),
             **_table("run", "run"), **_table("install", "install add")},
    "swift": {**_table("build", "build"), **_table("test", "test"), **_table("run", "run")},
    "mix": {**_table("build", "compile"), **_table("test", "test"), **_table("edit", "format"), **_table("lint", "credo dialyzer"),
            **_table("install", "deps.get")},
    "dart": {**_table("test", "test"), **_table("lint", "analyze"), **_table("edit", "format"), **_table("build", "compile"),
             **_table("run", "run"), **_table("install", "pub")},
    "flutter": {**_table("test", "test"), **_table("lint", "analyze"), **_table("build", "build"), **_table("run", "run")},
    "docker": {**_table("build", "build buildx"), **_table("inspect", "ps images logs inspect info version stats top"),
               **_table("run", "start compose"), **_table("publish", "push"), **_table("install", "pull"),
               **_table("edit", "rm rmi kill stop"),
               **_table("copy", "cp")},
    "kubectl": {**_table("inspect", "get describe logs top explain"), **_table("edit", "apply delete patch scale edit rollout set"),
                **_table("copy", "cp")},
    "terraform": {**_table("probe", "plan validate fmt show output"), **_table("publish", "apply destroy"), **_table("install", "init")},
    "asv": {**_table("benchmark", "run continuous"), **_table("inspect", "compare show publish preview")},
    "coverage": {**_table("inspect", "report html xml combine")},
    "hatch": {**_table("test", "test"), **_table("lint", "fmt"), **_table("build", "build"), **_table("publish", "publish")},
}  # fmt: skip
SUBCOMMANDS["pip3"] = SUBCOMMANDS["pip"]
SUBCOMMANDS["podman"] = SUBCOMMANDS["docker"]
SUBCOMMANDS["mamba"] = SUBCOMMANDS["conda"]

RUNNERS: dict[str, frozenset[str]] = {
    name: frozenset(words.split())
    for name, words in {
        "make": "", "gmake": "", "just": "", "task": "", "mise": "run r", "npm": "run run-script rum urn", "pnpm": "run", "yarn": "run",
        "bun": "run", "rake": "", "gradle": "", "gradlew": "", "mvn": "", "mvnw": "", "bazel": "", "bazelisk": "", "buck2": "", "pants": "",
        "invoke": "", "inv": "", "poe": "", "doit": "", "nx": "run", "turbo": "run", "moon": "run", "lerna": "run", "ant": "", "sbt": "",
        "lein": "", "stack": "", "cabal": "", "dune": "", "composer": "run-script run", "earthly": "", "dagger": "call", "nimble": "",
        "hatch": "run", "pdm": "run", "pixi": "run", "ninja": "", "waf": "", "scons": "", "xtask": "", "tox": "", "nox": "", "magex": "",
        "mage": "", "rush": "", "wireit": "", "ng": "", "rails": "", "artisan": "", "manage.py": "", "setup.py": "", "vite": "", "next": "",
        "wails": "", "tauri": "", "anchor": "", "forge": "", "hardhat": "", "melos": "run", "xcodebuild": "",
    }.items()
}  # fmt: skip
"""Task runners, each with the words that stand before a task's name (`npm run build`)."""

GENERATORS: dict[str, frozenset[str]] = {
    tool: frozenset(verbs.split())
    for tool, verbs in {
        "npm": "create init", "pnpm": "create init", "yarn": "create init", "bun": "create init", "deno": "init", "ng": "new",
        "nest": "new", "rails": "new", "django-admin": "startproject startapp", "manage.py": "startapp", "dotnet": "new",
        "composer": "create-project", "flutter": "create", "dart": "create", "cargo": "new init", "uv": "init", "poetry": "new init",
        "pdm": "init", "hatch": "new", "mix": "new phx.new", "gradle": "init", "zig": "init", "stack": "new", "cabal": "init",
        "dune": "init", "copier": "copy",
    }.items()
}  # fmt: skip
"""Programs that write a new project's files, each with its words for that."""

LAUNCHERS = words(
        "python python2 python3 pypy pypy3 node ruby perl php lua luajit bash sh zsh Rscript julia ts-node tsx java "
        "dart elixir guile racket osascript py pwsh powershell"
    )  # fmt: skip
"""Programs that run a file of code: what they are for is in the file's name."""
