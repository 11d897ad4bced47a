import Foundation
import HoldfastCrypto
import HoldfastPolicy
import HoldfastTrust
import HoldfastX509
import TestSupport

/// A store in a new folder, which is gone when the test ends.
final class StoreFolder {
    static let moment = Instant(secondsSince1970: 1_795_000_000)  // 2026-11-18T11:06:40Z

    private let place: TemporaryFolder
    var root: String { place.path }
    var folder: String { place.path("state/holdfast") }
    let store: TrustExceptionStore

    init() {
        place = TemporaryFolder.toBeMade()
        store = TrustExceptionStore(path: place.path("state/holdfast/exceptions.json"))
    }

    static func exception(
        _ certificate: UInt8 = 1, host: String = "www.holdfast.test", codes: Set<FindingCode> = [.expired],
        days: Int64 = 30, note: String? = nil
    ) throws -> TrustException {
        try TrustException(
            certificate: Digest.sha256([certificate]), host: try ServerName(host), codes: codes, createdAt: moment,
            until: moment.advanced(byDays: days), note: note)
    }

    func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: store.path))) }

    /// Writes the file as the store itself would leave it.
    func write(_ bytes: [UInt8], mode: Int = 0o600) throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Data(bytes).write(to: URL(filePath: store.path))
        try setMode(mode, of: store.path)
    }

    func setMode(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    func mode(of path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }

    /// The names of the files in the folder, but the lock.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasSuffix(".lock") }.sorted()
    }
}
