# What tools/quickstart and tools/test share: install what is missing, configure, build. Sourced, not run.
#
# Every step writes to a log of its own; a step that fails says so, shows the end of its log and where the rest is.

set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
logs=$root/build/logs
mkdir -p "$logs"

say() { printf '==> %s\n' "$*"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

# step NAME WHAT COMMAND...: runs the command with its output in build/logs/NAME.log.
step() {
    local log=$logs/$1.log what=$2 began=$SECONDS
    shift 2
    say "$what"
    if "$@" >"$log" 2>&1 </dev/null; then
        printf '    done in %d s\n' $((SECONDS - began))
    else
        printf '\n--- the end of %s:\n' "$log" >&2
        tail -n 30 "$log" >&2
        printf '\nerror: this failed: %s\n       the command was: %s\n       the whole log is in %s\n' "$what" "$*" "$log" >&2
        exit 1
    fi
}

# packages_for build|test...: names from tools/packages.
packages_for() {
    local kind
    for kind in "$@"; do awk -v kind="$kind" '$1 == kind { print $2 }' "$root/tools/packages"; done
}

# install_packages build|test...: what is missing; no call of apt-get when everything is there.
install_packages() {
    local missing=() name as_root=()
    command -v dpkg-query >/dev/null ||
        fail "this script knows Debian 12 and Ubuntu 24.04. Elsewhere install what tools/packages names, then: cmake --preset release && cmake --build --preset release"
    for name in $(packages_for "$@"); do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null)" = installed ] || missing+=("$name")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || fail "packages are missing and there is no sudo. As root: apt-get install ${missing[*]}"
        as_root=(sudo)
        sudo -v || fail "packages are missing and sudo was refused. As root: apt-get install ${missing[*]}"
    fi
    as_root+=(env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300)
    step apt-update "updating the package lists" "${as_root[@]}" update
    step apt-install "installing ${missing[*]}" "${as_root[@]}" install -y --no-install-recommends "${missing[@]}"
}

# Parallel compilers: one per core, each with 1.5 GB of memory.
jobs() {
    local cores memory
    cores=$(nproc)
    memory=$(awk '/^MemAvailable:/ { print int($2 / 1500000) }' /proc/meminfo)
    [ "$memory" -ge 1 ] || memory=1
    echo $((cores < memory ? cores : memory))
}

# build_preset NAME [CMake options]: configures and builds build/NAME.
build_preset() {
    local preset=$1
    shift
    cd "$root"
    step "configure-$preset" "configuring build/$preset" cmake --preset "$preset" "$@"
    step "build-$preset" "building build/$preset with $(jobs) jobs" cmake --build "build/$preset" -j "$(jobs)"
}
