import HoldfastFiles
import HoldfastX509

/// The folder of the bodies that are too large for an index: a file each, under a name that nobody can foresee.
///
/// A file is written before its row, and taken away after it: a process that is killed in between leaves a file that no
/// row names, which a later one sweeps up.
package struct BodyFolder {
    /// Bytes of a file's name.
    static let nameLimit = 80
    /// Seconds after which a file that no row names belongs to nobody who is still writing.
    private static let sweepAge: Int64 = 3_600
    /// Files that are looked at when sweeping.
    private static let sweepLimit = 1 << 20

    private let folder: PrivateFolder

    /// Opens the folder of a name beside an index, and makes it where it is missing.
    init(_ name: String, in folder: PrivateFolder) throws(PrivateFolderError) { self.folder = try folder.folder(name) }

    /// Whether a name is one that ``add(_:now:)`` gives.
    static func isName(_ name: String) -> Bool { seconds(of: name) != nil }

    private static func seconds(of name: String) -> Int64? {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...15).contains(parts[0].utf8.count),
            parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }), parts[1].utf8.count == 32,
            parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        return Int64(parts[0])
    }

    /// Writes a body.
    ///
    /// - Returns: the name of its file; nil where the clock gives none.
    func add(_ bytes: [UInt8], now: Instant) throws(PrivateFolderError) -> String? {
        // The system's own random numbers (getrandom(2)).
        let random = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        let name = "\(max(now.secondsSince1970, 0))-\(HexString.encode(random))"
        guard Self.isName(name) else { return nil }
        try folder.add(name, bytes)
        return name
    }

    /// The bytes of a body; nil where its file is gone, or is not the user's alone.
    func bytes(of name: String, limit: Int) -> [UInt8]? {
        guard Self.isName(name) else { return nil }
        return try? folder.read(name, limit: limit)
    }

    func remove(_ names: [String]) {
        for name in names where Self.isName(name) { try? folder.remove(name) }
    }

    /// Takes away all of them, those that no row names and those that somebody is just writing included.
    package func removeAll() { remove((try? folder.names(where: Self.isName)) ?? []) }

    /// Takes away what no row names and nobody is writing any more.
    func sweep(keeping known: Set<String>, now: Instant) {
        guard let names = try? folder.names(limit: Self.sweepLimit, where: Self.isName) else { return }
        for name in names where !known.contains(name) {
            guard let made = Self.seconds(of: name), made < now.secondsSince1970 - Self.sweepAge else { continue }
            try? folder.remove(name)
        }
    }
}
