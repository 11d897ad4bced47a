import HoldfastFacts
import HoldfastFiles
import HoldfastX509

/// The roots of the bundle that this machine's distribution keeps, where it is newer than the data compiled in.
///
/// It can only add to what is public, and so only make stricter: a root that it lacks stays public. The folder belongs
/// to the administrator; what an administrator adds to the trusted ones stands elsewhere
/// (`/usr/local/share/ca-certificates`).
struct MachineRoots: Sendable {
    /// A folder of roots, one a file.
    struct Bundle: Sendable {
        let path: String
        let name: String

        /// The bundle of the package ca-certificates, Debian's and its descendants': roots that Mozilla has, and none
        /// of anybody else.
        static let debian = Bundle(path: "/usr/share/ca-certificates/mozilla", name: "ca-certificates of this machine")
    }

    /// Files of the folder that are looked at.
    static let maximumFiles = 1_000
    /// Octets of one of them; a root has 2 KB.
    static let maximumFileBytes = 64 << 10

    /// The bundle, and its day; nil where there is none that is newer.
    let source: FactSource?
    private let certificates: Set<Certificate>

    /// Looks at a bundle.
    ///
    /// A package's files have the time of the package's last change (dpkg keeps it; reproducible-builds.org,
    /// SOURCE_DATE_EPOCH), so that the newest of them says of which day the bundle is; the list of what is installed
    /// has megabytes, and would have to be read for it. An older bundle costs the times of its files alone.
    ///
    /// - Parameter day: of the data that is known; nil to read whatever is there.
    init(_ bundle: Bundle?, newerThan day: Instant?) {
        (source, certificates) = Self.read(bundle, newerThan: day) ?? (nil, [])
    }

    func contains(_ certificate: Certificate) -> Bool { certificates.contains(certificate) }

    private static func read(_ bundle: Bundle?, newerThan day: Instant?) -> (FactSource, Set<Certificate>)? {
        guard let bundle, let names = names(in: bundle.path) else { return nil }
        let paths = names.map { bundle.path + "/" + $0 }
        let changed = paths.compactMap { path in (try? FileStatus(of: path))?.modifiedSeconds }.max()
            .map { Instant(secondsSince1970: $0) }
        guard let changed, day.map({ changed >= $0.advanced(byDays: 1) }) ?? true else { return nil }
        let found = paths.flatMap { path in
            (try? BoundedFile.bytes(path, limit: maximumFileBytes)).map(certificates) ?? []
        }
        return (FactSource(name: bundle.name, day: changed), Set(found))
    }

    private static func names(in path: String) -> [String]? {
        do throws(FileReadError) {
            return try FolderNames.of(path, limit: maximumFiles) { $0.hasSuffix(".crt") }
        } catch { return nil }
    }

    private static func certificates(in bytes: [UInt8]) -> [Certificate] {
        let items = (try? EncodedObject.encodedCertificates(in: bytes)) ?? []
        return items.compactMap { try? Certificate(der: $0.bytes) }
    }
}
