import Foundation
import HoldfastHTTPS
import HoldfastNetworking
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastNetworkingNames

/// Storages that outlast the process: the shared one, and those of groups.
@Suite("HTTPCookieStorage that lasts", .ownThread)
struct LastingCookieStorageTests {
    private typealias Bench = CookieStorageBench
    private let folder: TemporaryFolder
    private let said = Notes<String>()

    init() throws { folder = try TemporaryFolder() }

    /// A storage over a file, as another process would have one.
    private func storage(_ name: String = "cookies.sqlite") -> HTTPCookieStorage {
        HTTPCookieStorage(
            at: folder.path(name), publicSuffixes: Bench.suffixes, clock: { Bench.now },
            say: { [said] line, _ in said.add(line) })
    }

    private func lasting(_ name: String, _ more: [HTTPCookiePropertyKey: Any] = [:]) throws -> HTTPCookie {
        let end: [HTTPCookiePropertyKey: Any] = [.expires: Bench.now.date.addingTimeInterval(600)]
        return try Bench.cookie(name, end.merging(more) { $1 })
    }

    @Test("what does not end with the session is there for the next process") func lasting() throws {
        let first = storage()
        first.setCookie(try lasting("a", [.secure: "TRUE", .domain: ".example.com", .path: "/x"]))
        first.setCookie(try Bench.cookie("session"))
        let second = storage()
        let cookie = try #require(second.cookies?.first)
        #expect(second.cookies?.count == 1)
        #expect(cookie.name == "a" && cookie.value == "1" && cookie.domain == ".example.com" && cookie.path == "/x")
        #expect(cookie.isSecure && !cookie.isSessionOnly)
        #expect(cookie.expiresDate == Bench.now.date.addingTimeInterval(600))
        second.deleteCookie(cookie)
        #expect(first.cookies?.map(\.name) == ["session"])
        #expect(said.all == [])
    }

    @Test("a cookie with ports goes to no others, so that it stays in memory") func ports() throws {
        let first = storage()
        first.setCookie(try lasting("a", [.version: "1", .port: "8443"]))
        #expect(try Bench.sent(first, "https://www.example.com:8443/") == ["a=1"])
        #expect(storage().cookies == [])
    }

    @Test("what another process has changed is seen, and no object of before stands for it") func others() throws {
        let (first, second) = (storage(), storage())
        first.setCookie(try lasting("a"))
        #expect(second.cookies?.map(\.name) == ["a"])
        second.setCookie(try lasting("a", [.secure: "TRUE"]))
        #expect(second.cookies?.first?.isSecure == true && first.cookies?.first?.isSecure == true)
        let end = Bench.now.date.addingTimeInterval(60)
        second.setCookie(try lasting("a", [.secure: "TRUE", .expires: end]))
        #expect(first.cookies?.first?.expiresDate == end)
        second.removeCookies(since: Bench.now.date)
        #expect(first.cookies == [])
    }

    /// "The default cookie accept policy is HTTPCookie.AcceptPolicy.always. Changing the cookie policy affects all
    /// currently running applications using the cookie storage." (Apple, `cookieAcceptPolicy`)
    @Test("the accept policy is that of every program that has the storage open") func policy() throws {
        let (first, second, other) = (storage(), storage(), storage("other.sqlite"))
        #expect(first.cookieAcceptPolicy == .always)
        first.cookieAcceptPolicy = .never
        #expect(second.cookieAcceptPolicy == .never && storage().cookieAcceptPolicy == .never)
        #expect(other.cookieAcceptPolicy == .always)
        second.setCookie(try lasting("a"))
        #expect(second.cookies == [])
        second.cookieAcceptPolicy = .onlyFromMainDocumentDomain
        #expect(first.cookieAcceptPolicy == .onlyFromMainDocumentDomain)
    }

    @Test("a file that is not the user's alone is not touched, and it is said") func untrusted() throws {
        storage().setCookie(try lasting("a"))
        try folder.setMode(0o644, of: "cookies.sqlite")
        let second = storage()
        second.setCookie(try lasting("b"))
        #expect(second.cookies?.map(\.name) == ["b"])
        #expect(said.all.count == 1 && said.all.first?.contains("HTTPCookieStorage") == true)
        try folder.setMode(0o600, of: "cookies.sqlite")
        #expect(storage().cookies?.map(\.name) == ["a"])
    }

    @Test("the shared storage is the program's, those of groups are everybody's of the user's") func places() throws {
        let place = folder.path
        func names(_ program: String) throws -> (shared: [String]?, group: [String]?) {
            try ProcessStateFiles.$ofTask.withValue(ProcessStateFiles(folder: place, program: program)) {
                let group = HTTPCookieStorage.sharedCookieStorage(forGroupContainerIdentifier: "group.example")
                #expect(HTTPCookieStorage.shared === HTTPCookieStorage.shared)
                #expect(group !== HTTPCookieStorage.shared)
                #expect(group === HTTPCookieStorage.sharedCookieStorage(forGroupContainerIdentifier: "group.example"))
                let now = Date(timeIntervalSinceNow: 600)
                for storage in [HTTPCookieStorage.shared, group] {
                    storage.setCookie(try Bench.cookie("of-\(program)", [.expires: now]))
                }
                return (HTTPCookieStorage.shared.cookies?.map(\.name), group.cookies?.map(\.name))
            }
        }
        let (one, other) = (try names("one"), try names("other"))
        #expect(one.shared == ["of-one"] && other.shared == ["of-other"])
        #expect(one.group == ["of-one"] && other.group == ["of-one", "of-other"])
        let files = folder.names.filter { $0.hasSuffix(".sqlite") }
        #expect(files == ["cookies-one.sqlite", "cookies-other.sqlite", "group-cookies-group.example.sqlite"])
    }

    @Test("without a folder, and for a group whose name leads elsewhere, cookies end with the process") func nowhere()
        throws
    {
        let now = Date(timeIntervalSinceNow: 600)
        try ProcessStateFiles.$ofTask.withValue(ProcessStateFiles(folder: nil, program: "app")) {
            HTTPCookieStorage.shared.setCookie(try Bench.cookie("a", [.expires: now]))
            #expect(HTTPCookieStorage.shared.cookies?.count == 1)
        }
        try ProcessStateFiles.$ofTask.withValue(ProcessStateFiles(folder: folder.path, program: "../app")) {
            let group = HTTPCookieStorage.sharedCookieStorage(forGroupContainerIdentifier: "../../etc")
            for storage in [group, HTTPCookieStorage.shared] {
                storage.setCookie(try Bench.cookie("a", [.expires: now]))
                #expect(storage.cookies?.count == 1)
            }
            #expect(group === HTTPCookieStorage.sharedCookieStorage(forGroupContainerIdentifier: "../../etc"))
        }
        #expect(folder.names == [])
    }
}
