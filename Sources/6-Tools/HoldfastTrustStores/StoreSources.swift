import HoldfastFiles
import HoldfastX509

/// The files that a distribution's bundle is made of.
struct StoreSources {
    let folders: [String]

    /// Files that are looked at, in all; Debian has some 150, Fedora a few large ones.
    private static let mostFiles = 10_000
    /// Bytes of one file that are looked at; Fedora's largest has some 2 MiB.
    private static let mostBytes = 16 << 20
    /// Folders inside folders.
    private static let mostLevels = 8

    /// Whether one of the files holds a certificate, or is one that cannot be looked at.
    func mayHold(_ certificate: Certificate) -> Bool {
        var left = Self.mostFiles
        return folders.contains { Self.mayHold(certificate, in: $0, levels: Self.mostLevels, &left) }
    }

    private static func mayHold(
        _ certificate: Certificate, in folder: String, levels: Int, _ left: inout Int
    ) -> Bool {
        guard levels > 0, let names = try? FolderNames.of(folder, limit: mostFiles) else { return true }
        for name in names {
            left -= 1
            let path = "\(folder)/\(name)"
            guard left >= 0 else { return true }
            // A link that leads nowhere holds nothing.
            guard let kind = try? FileStatus(of: path).kind else { continue }
            if kind == .folder {
                if mayHold(certificate, in: path, levels: levels - 1, &left) { return true }
            } else if kind == .regular, mayHold(certificate, file: path) {
                return true
            }
        }
        return false
    }

    private static func mayHold(_ certificate: Certificate, file: String) -> Bool {
        guard let bytes = try? BoundedFile.bytes(file, limit: mostBytes) else { return true }
        return holds(certificate, bytes) ?? true
    }

    /// Whether a file has a certificate, in DER, in PEM or in a text of p11-kit's.
    static func holds(_ certificate: Certificate, file: String) -> Bool {
        guard (try? FileStatus(of: file).kind) == .regular,
            let bytes = try? BoundedFile.bytes(file, limit: mostBytes)
        else { return false }
        return holds(certificate, bytes) ?? false
    }

    /// Nil where it cannot be told.
    private static func holds(_ certificate: Certificate, _ bytes: [UInt8]) -> Bool? {
        if bytes.starts(with: certificate.bytes) { return true }
        guard let blocks = try? PEM.blocks(in: bytes[...]) else { return nil }
        return blocks.contains { $0.contents.starts(with: certificate.bytes) }
    }
}
