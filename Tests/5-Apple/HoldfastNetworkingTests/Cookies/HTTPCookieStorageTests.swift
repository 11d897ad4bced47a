import Foundation
import HoldfastHTTPS
import HoldfastNetworking
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastNetworkingNames

@Suite("HTTPCookieStorage")
struct HTTPCookieStorageTests {
    private typealias Bench = CookieStorageBench
    private let storage = CookieStorageBench.storage()

    @Test("a cookie without a dot is for its host, one with a dot for the hosts below too") func domains() throws {
        storage.setCookie(try Bench.cookie("own"))
        storage.setCookie(try Bench.cookie("below", [.domain: ".example.com"]))
        #expect(try Bench.sent(storage, "https://www.example.com/") == ["own=1", "below=1"])
        #expect(try Bench.sent(storage, "https://example.com/a?b") == ["below=1"])
        #expect(try Bench.sent(storage, "https://a.www.example.com/") == ["below=1"])
        #expect(try Bench.sent(storage, "https://example.org/") == [])
        #expect(try Bench.sent(storage, "file:///etc/passwd") == nil)
    }

    @Test("longer paths come first; the object that comes back is the one that was set") func objects() throws {
        let cookie = try Bench.cookie("a", [.version: "1", .comment: "why", .port: "443,8443"])
        storage.setCookie(cookie)
        storage.setCookie(try Bench.cookie("b", [.path: "/x"]))
        #expect(try Bench.sent(storage, "https://www.example.com/x/y") == ["b=1", "a=1"])
        #expect(storage.cookies?.first === cookie)
        #expect(storage.cookies?.first?.comment == "why")
        storage.deleteCookie(try Bench.cookie("a"))
        #expect(storage.cookies?.map(\.name) == ["b"])
    }

    @Test("a cookie with ports is for these alone") func ports() throws {
        storage.setCookie(try Bench.cookie("a", [.version: "1", .port: "80,8443"]))
        #expect(try Bench.sent(storage, "https://www.example.com/") == [])
        #expect(try Bench.sent(storage, "https://www.example.com:8443/") == ["a=1"])
        #expect(try Bench.sent(storage, "http://www.example.com/") == ["a=1"])
    }

    @Test("without TLS, Secure cookies neither go nor come, nor are they replaced") func plain() throws {
        storage.setCookie(try Bench.cookie("s", [.secure: "TRUE"]))
        #expect(try Bench.sent(storage, "http://www.example.com/") == [])
        #expect(try Bench.sent(storage, "https://www.example.com/") == ["s=1"])
        let url = try Bench.url("http://www.example.com/")
        storage.setCookies(
            [
                try Bench.cookie("n", [.secure: "TRUE"]), try Bench.cookie("s", [.value: "2"]),
                try Bench.cookie("s", [.value: "3", .domain: ".example.com"]), try Bench.cookie("p"),
            ], for: url, mainDocumentURL: nil)
        #expect(try Bench.sent(storage, "https://www.example.com/") == ["s=1", "p=1"])
    }

    @Test("a server sets cookies for itself alone") func servers() throws {
        let url = try Bench.url("https://www.example.com/")
        for domain in ["example.org", ".com", "example.com", ".other.example.com", ".ww.example.com"] {
            storage.setCookies([try Bench.cookie("a", [.domain: domain])], for: url, mainDocumentURL: nil)
            #expect(storage.cookies == [], "\(domain)")
        }
        storage.setCookies([try Bench.cookie("__Host-a", [.path: "/x"])], for: url, mainDocumentURL: nil)
        storage.setCookies([try Bench.cookie("a")], for: nil, mainDocumentURL: nil)
        #expect(storage.cookies == [])
        storage.setCookies([try Bench.cookie("a", [.domain: ".example.com"])], for: url, mainDocumentURL: nil)
        #expect(storage.cookies?.count == 1)
        let local = try Bench.url("http://localhost:8080/")
        storage.setCookies([try Bench.cookie("l", [.domain: ".localhost"])], for: local, mainDocumentURL: nil)
        #expect(try Bench.sent(storage, "http://localhost/") == ["l=1"])
        #expect(try Bench.sent(storage, "http://a.localhost/") == [])
    }

    @Test("never keeps nothing; onlyFromMainDocumentDomain keeps those of the document's site") func policies() throws {
        let url = try Bench.url("https://img.example.co.uk/")
        let cookie = try Bench.cookie("a", [.domain: "img.example.co.uk"])
        func kept(_ document: String?) throws -> Bool {
            storage.setCookies([cookie], for: url, mainDocumentURL: try document.map(Bench.url))
            defer { storage.deleteCookie(cookie) }
            return storage.cookies?.isEmpty == false
        }
        #expect(storage.cookieAcceptPolicy == .always)
        #expect(try kept("https://other.co.uk/"))
        storage.cookieAcceptPolicy = .onlyFromMainDocumentDomain
        #expect(try kept(nil))
        #expect(try kept("http://www.example.co.uk/"))
        #expect(try !kept("https://other.co.uk/"))
        #expect(try !kept("https://xexample.co.uk/"))
        #expect(try !kept("about:blank"))
        storage.cookieAcceptPolicy = .never
        #expect(try !kept("https://www.example.co.uk/"))
        storage.setCookie(cookie)
        #expect(storage.cookies == [])
    }

    @Test("what has expired, what could begin another field, and what is for no host, is not kept") func refused()
        throws
    {
        storage.setCookie(try Bench.cookie("a"))
        storage.setCookie(try Bench.cookie("a", [.expires: Date(timeIntervalSince1970: 1_700_000_000)]))
        storage.setCookie(try Bench.cookie("b", [.value: "1\r\nX: y"]))
        storage.setCookie(try Bench.cookie("b\n"))
        for domain in ["", ".", "a b", "example.com/x", "example.com:80", "u@example.com", "[::1", "a\0b"] {
            storage.setCookie(try Bench.cookie("c", [.domain: domain]))
        }
        #expect(storage.cookies?.map(\.name) == [])
        storage.setCookie(try Bench.cookie("d", [.domain: "::1"]))
        #expect(try Bench.sent(storage, "https://[::1]:8/") == ["d=1"])
    }

    @Test("removal since a time, sorting, groups") func others() throws {
        storage.setCookie(try Bench.cookie("b"))
        storage.setCookie(try Bench.cookie("a"))
        let sorted = storage.sortedCookies(using: [NSSortDescriptor(keyPath: \HTTPCookie.name, ascending: true)])
        #expect(sorted.map(\.name) == ["a", "b"])
        storage.removeCookies(since: Bench.now.date.addingTimeInterval(1))
        #expect(storage.cookies?.count == 2)
        storage.removeCookies(since: Bench.now.date)
        #expect(storage.cookies == [])
        let group = HTTPCookieStorage.sharedCookieStorage(forGroupContainerIdentifier: "g")
        #expect(group === HTTPCookieStorage.sharedCookieStorage(forGroupContainerIdentifier: "g"))
        #expect(group !== HTTPCookieStorage.shared)
        #expect(HTTPCookieStorage.shared === HTTPCookieStorage.shared)
    }

    @Test("changes are told") func notifications() throws {
        let told = Notes<String>()
        let names: [Notification.Name] = [.NSHTTPCookieManagerCookiesChanged, .NSHTTPCookieManagerAcceptPolicyChanged]
        let observers = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: storage, queue: nil) { note in
                told.add(note.name.rawValue)
            }
        }
        defer { observers.forEach(NotificationCenter.default.removeObserver) }
        storage.setCookie(try Bench.cookie("a"))
        // What changes nothing is not told.
        storage.setCookie(try Bench.cookie("a"))
        storage.deleteCookie(try Bench.cookie("b"))
        storage.removeCookies(since: Bench.now.date.addingTimeInterval(1))
        storage.cookieAcceptPolicy = .never
        storage.cookieAcceptPolicy = .never
        #expect(
            told.all == [
                "NSHTTPCookieManagerCookiesChangedNotification",
                "NSHTTPCookieManagerAcceptPolicyChangedNotification",
            ])
        storage.cookieAcceptPolicy = .always
        storage.setCookie(try Bench.cookie("a", [.value: "other"]))
        storage.deleteCookie(try Bench.cookie("a"))
        #expect(told.all.count == 5)
    }

    @Test("many threads at once") func threads() throws {
        let storage = storage
        let cookies = try (0..<64).map { try Bench.cookie("c\($0)") }
        DispatchQueue.concurrentPerform(iterations: 64) { index in
            storage.setCookie(cookies[index])
            _ = storage.cookies
            if index % 2 == 0 { storage.deleteCookie(cookies[index]) }
        }
        #expect(storage.cookies?.count == 32)
    }

    /// swift-corelibs-foundation, TestHTTPCookieStorage, which Apple's holds as well: the class's name there.
    @Test("the description has the class's name in Objective-C") func description() {
        let storage = HTTPCookieStorage()
        #expect(storage.description == "<NSHTTPCookieStorage cookies count:0>")
    }

}
