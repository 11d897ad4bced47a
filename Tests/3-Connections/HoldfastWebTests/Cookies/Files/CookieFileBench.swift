import HoldfastFiles
import HoldfastHTTP
import HoldfastWeb
import HoldfastX509
import TestSupport

/// A folder with a file of cookies in it; gone when the test ends.
final class CookieFileBench: Sendable {
    let folder: TemporaryFolder
    let clock = RuleClock(CookieBench.now)
    private let told = Notes<StoreError.Reason>()

    init() throws { folder = try TemporaryFolder() }

    var path: String { folder.path("cookies.sqlite") }
    /// What was reported.
    var problems: [StoreError.Reason] { told.all }

    /// A store over the file, as another process would have one.
    func store(at path: String? = nil) -> CookieFileStore {
        CookieFileStore(path: path ?? self.path, publicSuffixes: CookieBench.suffixes, clock: { self.clock.now }) {
            self.told.add($0.reason)
        }
    }

    static func keep(_ texts: String..., in store: CookieFileStore, from url: String = "https://www.example.com/a/b")
        throws
    {
        store.keep(
            texts.compactMap { HTTPField(name: "Set-Cookie", value: $0) },
            from: try HTTPSURL(dangerouslyAllowingPlainHTTP: url))
    }

    static func sent(_ store: CookieFileStore, _ url: String = "https://www.example.com/a/b") throws -> [String] {
        store.cookies(for: try HTTPSURL(dangerouslyAllowingPlainHTTP: url)).map { "\($0.name)=\($0.value)" }
    }
}
