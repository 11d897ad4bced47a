import Glibc
import HoldfastFiles
import HoldfastHTTP
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastHTTPS
@testable import HoldfastWeb

/// What lasts of one user's, and what another user gets to see of it: nothing, whichever file it is and whatever
/// anybody has done to the folder's rights.
@Suite("Two users and their files", .ownThread, .enabled(if: geteuid() == 0, "only root can act for another"))
struct OtherUserTests {
    private static let other: uid_t = 65_534
    private static let now = Instant(secondsSince1970: 1_800_000_000)

    /// The files that outlast a process.
    enum Kind: String, CaseIterable, Sendable {
        case cookies, knownHosts, part

        /// Puts something of the process's user there.
        func fill(_ path: String) throws {
            switch self {
            case .cookies: try Self.keep("a=secret; Max-Age=600", in: store(path))
            case .knownHosts:
                guard let field = StrictTransportField("max-age=600") else { throw SystemError.absent }
                hosts(path).note(field, of: try ServerName("secret.example"))
            case .part:
                guard let validator = RangeValidator(entityTag: "\"x\"", lastModified: nil) else {
                    throw SystemError.absent
                }
                let url = try HTTPSURL("https://a.test/")
                var part = try PartFile(for: path, of: url)
                try part.begin(url, validator, total: nil, from: String(repeating: "0a", count: 32))
                try part.write(Array("secret".utf8))
            }
        }

        /// Whether anything of it is there for the process's user; where nothing is, it has tried to write as well.
        func isSeen(_ path: String) -> Bool {
            switch self {
            case .cookies:
                let store = store(path)
                let isSeen = !store.all.isEmpty
                try? Self.keep("b=mine; Max-Age=600", in: store)
                return isSeen
            case .knownHosts:
                let store = hosts(path)
                let isSeen = !store.all.isEmpty
                if let field = StrictTransportField("max-age=600"), let host = try? ServerName("mine.example") {
                    store.note(field, of: host)
                }
                return isSeen
            case .part:
                guard let url = try? HTTPSURL("https://a.test/") else { return false }
                do throws(PartFile.UnavailableError) {
                    return try PartFile(for: path, of: url).count > 0
                } catch {
                    return false
                }
            }
        }

        private static func keep(_ text: String, in store: CookieFileStore) throws {
            store.keep(
                [HTTPField(name: "Set-Cookie", value: text)].compactMap(\.self),
                from: try HTTPSURL("https://www.example.com/a/b"))
        }

        private func store(_ path: String) -> CookieFileStore {
            CookieFileStore(
                path: path, publicSuffixes: PublicSuffixes(identity: "test") { _ in nil }, clock: { OtherUserTests.now }
            ) { _ in }
        }

        private func hosts(_ path: String) -> KnownHostStore {
            KnownHostStore(path: path, clock: { OtherUserTests.now }) { _ in }
        }
    }

    /// Runs something as another user, in a process of its own; whether it said yes.
    private static func asOther(_ body: () -> Bool) throws -> Bool {
        let (status, error) = try ForkedProcess {
            guard setgid(other) == 0, setuid(other) == 0 else { return 9 }
            return body() ? 1 : 0
        }.wait()
        try #require(status & 0x7F == 0 && status >> 8 < 2, "it ended with \(status): \(error)")
        return status >> 8 == 1
    }

    @Test("who may see what: three files, three folders' rights, two users")
    func table() async throws {
        // A process of its own: what follows forks, which a process with many threads had better not do.
        await #expect(processExitsWith: .success) {
            await OwnProcess.run {
                for kind in Kind.allCases {
                    for mode in [0o700, 0o755, 0o777] { try OtherUserTests.check(kind, folderMode: mode) }
                }
            }
        }
    }

    private static func check(_ kind: Kind, folderMode mode: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("file")
        try kind.fill(path)
        try #require(kind.isSeen(path), "\(kind): its own user sees it")
        let names = folder.names
        let before = try names.map { try folder.bytes($0) }
        try folder.setMode(mode, of: "")
        // The other user sees nothing of it, and changes nothing in it.
        try #require(try !asOther { kind.isSeen(path) }, "\(kind), \(mode): another user sees it")
        try #require(try names.map { try folder.bytes($0) } == before, "\(kind), \(mode): another user changed it")
        // Nor does this one believe what the other has put there.
        try folder.setMode(0o700, of: "")
        for name in names { try folder.setOwner(Int(other), of: name) }
        try #require(!kind.isSeen(path), "\(kind), \(mode): another user's is believed")
    }
}
