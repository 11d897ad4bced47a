"""Makes bundles of roots of packages, for scripts/trust-facts."""
import datetime
import email.utils
import gzip
import re
import tarfile
import zipfile

import trust_facts_chromium
import trust_facts_nss
import trust_facts_read as read
from trust_facts_packages import suites


def changelog_day(folder, package):
    """The day of a Debian package: that of the newest entry of its list of changes."""
    for name in ["changelog.Debian.gz", "changelog.gz"]:
        file = folder / "usr/share/doc" / package / name
        if file.exists():
            text = gzip.decompress(file.read_bytes()).decode("utf-8", "replace")
            date = re.search(r"^ -- .*>  (.*)$", text, re.M).group(1)
            return email.utils.parsedate_to_datetime(date).astimezone(datetime.timezone.utc).date().isoformat()
    raise SystemExit(f"trust-facts: {folder} has no list of changes")


def debian_bundle(packages, name, suite, version=None):
    version = version or packages.newest("ca-certificates", suite)
    folder = packages.unpacked("ca-certificates", version)
    roots = {}
    for file in sorted((folder / "usr/share/ca-certificates/mozilla").glob("*.crt")):
        roots |= read.pem(file.read_text())
    return read.Bundle(name, "mozilla", f"ca-certificates {version}", changelog_day(folder, "ca-certificates"), roots)


def nss(packages, name, suite):
    version = packages.newest("libnss3", suite)
    folder = packages.unpacked("libnss3", version)
    # What the module is linked with; the oldest release's asks least of this system's C library.
    nspr = packages.unpacked("libnspr4", packages.newest("libnspr4", suites[0]))
    module = next(folder.glob("usr/lib/*/libnssckbi.so"))
    roots, dates, names = trust_facts_nss.nss(module, next(nspr.glob("usr/lib/*/libnspr4.so")).parent)
    constraints = {key: {("distrustAfter", day)} for key, day in dates.items()}
    return read.Bundle(name, "mozilla", f"libnss3 {version.split(':')[-1]}", changelog_day(folder, "libnss3"), roots,
                       constraints, names)


def certifi(packages):
    file = packages.pip("certifi")
    version = re.search(r"certifi-([0-9.]+?)(?:\.post[0-9]+)?-py", file).group(1)
    day = datetime.date(*(int(part) for part in version.split(".")[:3])).isoformat()
    text = zipfile.ZipFile(file).read("certifi/cacert.pem").decode()
    return read.Bundle("certifi", "mozilla", f"certifi {version}", day, read.pem(text))


def sslyze(packages, programmes):
    """The stores that sslyze ships, each with the day on which its authors took it."""
    file = packages.pip("sslyze")
    version = re.search(r"sslyze-([0-9.]+)\.tar", file).group(1)
    with tarfile.open(file) as archive:
        def text(name):
            place = f"sslyze-{version}/sslyze/plugins/certificate_info/trust_stores/pem_files/{name}"
            return archive.extractfile(place).read().decode()
        for name, (identifier, programme) in programmes.items():
            head = dict(re.findall(r"^(date_fetched|version): ([^\r\n]*)", text(f"{name}.yaml"), re.M))
            of = "" if head["version"] == "null" else f" ({head['version'].split(',')[0]})"
            yield read.Bundle(identifier, programme, f"sslyze {version}, {name}{of}", head["date_fetched"],
                              read.pem(text(f"{name}.pem")))


def openjdk(packages):
    # The newest that is released: of what comes next, sid has previews.
    released = [(int(name.split("-")[1]), packages.newest(name, "sid")) for name in packages.javas
                if (name, "sid") in packages.versions]
    for number, version in sorted(released, reverse=True):
        archive = None if "~" in version else packages.source(f"openjdk-{number}", version)
        if archive:
            break
    else:
        return []
    roots, newest = {}, 0
    with tarfile.open(archive) as archive:
        for member in archive:
            if "/src/java.base/share/data/cacerts/" in member.name and member.isfile():
                newest = max(newest, member.mtime)
                roots |= read.pem(archive.extractfile(member).read().decode("utf-8", "replace"))
    day = datetime.datetime.fromtimestamp(newest, datetime.timezone.utc).date().isoformat()
    return [read.Bundle("openjdk", "java", f"openjdk-{number} {version}, cacerts of its source", day, roots)]


def chromium(packages, known):
    version = packages.newest("chromium", "trixie")
    folder = packages.unpacked("chromium", version)
    roots, constraints = trust_facts_chromium.chromium((folder / "usr/lib/chromium/chromium").read_bytes(), known)
    return read.Bundle("chromium", "chrome", f"chromium {version}", changelog_day(folder, "chromium"), roots,
                       constraints)


def gathered(packages, small):
    """The bundles, a programme's oldest first; the last ones of a programme say what it has now."""
    packages.update()
    release = min(packages.versions["ca-certificates", "bookworm"])
    bundles = [
        debian_bundle(packages, "bookworm-release", "bookworm", release),
        debian_bundle(packages, "bookworm", "bookworm"), debian_bundle(packages, "trixie", "trixie"),
        nss(packages, "nss-trixie", "trixie"), debian_bundle(packages, "sid", "sid"), certifi(packages),
        nss(packages, "nss", "sid"),
    ]
    stores = {"oracle_java": ("oracle-java", "java"), "openjdk": ("openjdk-17", "java"),
              "apple": ("apple", "apple"), "google_aosp": ("android", "android"),
              "microsoft_windows": ("microsoft", "microsoft")}
    bundles += sslyze(packages, stores)
    if not small:
        bundles += openjdk(packages)
        bundles.append(chromium(packages, {key for bundle in bundles for key in bundle.roots}))
    return bundles
