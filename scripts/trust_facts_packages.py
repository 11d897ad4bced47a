"""Gets packages of Debian and PyPI into a folder, for scripts/trust-facts."""
import glob
import os
import pathlib
import re
import subprocess
import sys

keyring = "/usr/share/keyrings/debian-archive-keyring.gpg"
suites = ["bookworm", "trixie", "sid"]


def skip(reason):
    print(f"skipped: the packages of trust facts: {reason}")
    sys.exit(0)


class Packages:
    """Packages of several releases of Debian and of PyPI, in a folder of their own."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        for name in ["lists/partial", "cache/archives/partial", "deb", "pip"]:
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        state = self.folder
        self.options = [f"-oDir::State={state}", f"-oDir::State::Lists={state}/lists", f"-oDir::Cache={state}/cache",
                        f"-oDir::Etc::SourceList={state}/sources.list", "-oDir::Etc::SourceParts=/dev/null",
                        "-oDir::State::status=/dev/null", "-oAcquire::Languages=none", "-oAPT::Sandbox::User=root",
                        "-qq"]

    def run(self, *command, **more):
        done = subprocess.run(command, capture_output=True, text=True, **more)
        if done.returncode != 0:
            skip(f"{command[0]}: {(done.stderr or done.stdout).strip().splitlines()[-1:]}")
        return done.stdout

    def update(self):
        if not os.path.exists(keyring):
            skip("this system has no keys of Debian's archive")
        targets = self.run("apt-get", "indextargets", "--format", "$(RELEASE) $(COMPONENT) $(REPO_URI)")
        mirrors = {}
        for line in targets.splitlines():
            release, component, address = line.split(" ", 2)
            if component == "main":
                mirrors.setdefault("security" if release.endswith("-security") else "main", address)
        if set(mirrors) != {"main", "security"}:
            skip("apt's sources name no mirror of Debian and of its security archive")
        lines = []
        for suite in suites:
            lines.append(f"deb [signed-by={keyring}] {mirrors['main']} {suite} main")
            if suite != "sid":
                lines.append(f"deb [signed-by={keyring}] {mirrors['security']} {suite}-security main")
        # OpenJDK's source alone is taken.
        lines.append(f"deb-src [signed-by={keyring}] {mirrors['main']} sid main")
        (self.folder / "sources.list").write_text("\n".join(lines) + "\n")
        self.run("apt-get", *self.options, "update")

        self.javas = [name for name in self.run("apt-cache", *self.options, "pkgnames", "openjdk-").split()
                      if re.fullmatch(r"openjdk-\d+-jre-headless", name)]
        # One question for all: each takes apt seconds. A security archive's versions are its suite's too.
        names = ["ca-certificates", "libnss3", "libnspr4", "chromium", *self.javas]
        self.versions = {}
        for line in self.run("apt-cache", *self.options, "madison", *names).splitlines():
            package, version, place = (part.strip() for part in line.split("|"))
            if place.endswith("Packages"):
                suite = place.split()[1].split("/")[0].removesuffix("-security")
                self.versions.setdefault((package, suite), []).append(version)

    def newest(self, package, suite):
        versions = self.versions.get((package, suite)) or skip(f"{suite} has no {package}")
        best = versions[0]
        for version in versions[1:]:
            if subprocess.run(["dpkg", "--compare-versions", version, "gt", best]).returncode == 0:
                best = version
        return best

    def unpacked(self, package, version):
        """The folder of a package's files."""
        place = self.folder / "deb" / f"{package}={version}"
        if not place.exists():
            self.run("apt-get", *self.options, "download", f"{package}={version}", cwd=self.folder / "deb")
            name = f"{package}_{version.replace(':', '%3a')}_*.deb"
            for deb in glob.glob(str(self.folder / "deb" / name)):
                self.run("dpkg-deb", "-x", deb, str(place) + ".new")
                os.remove(deb)
            os.rename(str(place) + ".new", place)
        return place

    def source(self, package, version):
        """The archive of a package's source; none where the mirror has it no more, or not yet."""
        place = self.folder / "deb" / f"{package}-source={version}"
        place.mkdir(exist_ok=True)
        subprocess.run(["apt-get", *self.options, "source", "--download-only", "--tar-only", f"{package}={version}"],
                       cwd=place, capture_output=True)
        return next(place.glob("*.orig.tar.xz"), None)

    def pip(self, package):
        files = glob.glob(str(self.folder / "pip" / f"{package}-*"))
        if not files:
            self.run(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "-d", str(self.folder / "pip"), package)
            files = glob.glob(str(self.folder / "pip" / f"{package}-*"))
        return files[0] if files else skip(f"pip has no {package}")
