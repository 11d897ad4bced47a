import Foundation
import HoldfastCredentials
import HoldfastCrypto
import HoldfastFiles
import TestSupport
import Testing

@testable import HoldfastWeb

@Suite("A cache that a key of the program's encrypts")
struct CacheKeyTests {
    private typealias Bench = CacheFolderBench
    private let bench: CacheFolderBench

    init() throws { bench = try CacheFolderBench() }

    @Test("nobody finds a URL, a field or a body in its files", arguments: [10, 100_000])
    func unreadable(_ size: Int) throws {
        let secret = "wherever-it-is"
        var answer = Bench.answer(size, fields: [("X-Own", secret)])
        answer.body = Array((secret + String(repeating: "x", count: size)).utf8)
        answer = KeptAnswer(answer.head, answer.body, on: .any)
        for (key, isReadable) in [(CredentialFileKey?.none, true), (.bytes(1), false)] {
            let bench = try CacheFolderBench()
            let cache = bench.cache(key: key)
            cache.keep(answer, at: try Bench.place(secret))
            #expect(try Bench.bodies(cache, secret) == [answer.body])
            cache.flush()
            let found = try bench.everything().range(of: Data(secret.utf8)) != nil
            #expect(found == isReadable)
        }
    }

    @Test("another key, or none, finds nothing and changes nothing") func otherKey() throws {
        try bench.fill(key: .bytes(1))
        for key in [CredentialFileKey.bytes(2), nil] {
            let cache = bench.cache(key: key)
            #expect(try Bench.bodies(cache).isEmpty)
            cache.keep(Bench.answer(30), at: try Bench.place())
            #expect(try Bench.bodies(cache).isEmpty)
        }
        #expect(bench.problems == [.otherKey, .otherKey])
        #expect(try Bench.bodies(bench.cache(key: .bytes(1))) == [Bench.body(10)])
    }

    @Test("what was readable is removed once there is a key") func wasOpen() throws {
        try bench.fill(100_000)
        let cache = bench.cache(key: .bytes(1))
        #expect(try Bench.bodies(cache).isEmpty && bench.names(bench.bodies).isEmpty)
        #expect(bench.problems == [.wasOpen])
        #expect(try bench.everything().range(of: Data("example.com".utf8)) == nil)
        cache.keep(Bench.answer(30), at: try Bench.place())
        #expect(try Bench.bodies(cache) == [Bench.body(30)])
        #expect(try Bench.bodies(bench.cache()).isEmpty)
        #expect(bench.problems == [.wasOpen, .otherKey])
    }

    @Test("a passphrase") func passphrase() throws {
        func key(_ text: String) -> CredentialFileKey { CredentialFileKey { .passphrase(Passphrase(text)) } }
        bench.cache(key: key("correct horse")).keep(Bench.answer(10), at: try Bench.place())
        #expect(try Bench.bodies(bench.cache(key: key("correct horse"))) == [Bench.body(10)])
        #expect(try Bench.bodies(bench.cache(key: key("battery staple"))).isEmpty)
        #expect(bench.problems == [.otherKey])
    }

    @Test("a key that cannot be had is said, and nothing is written") func noKey() throws {
        let cache = bench.cache(key: .file(bench.folder + "-none"))
        cache.keep(Bench.answer(10), at: try Bench.place())
        #expect(try Bench.bodies(cache).isEmpty && bench.problems.count == 1)
        guard case .noKey = bench.problems.first else { throw CancellationError() }
    }

    @Test("a text opens as what it was closed as, with the key that closed it, and as nothing else")
    func seals() throws {
        let salt = [UInt8](repeating: 7, count: CacheSeal.saltCount)
        func seal(_ byte: UInt8?) throws -> CacheSeal {
            try CacheSeal(
                byte.map { .key(CredentialSecret([UInt8](repeating: $0, count: 32))) }, salt: salt)
        }
        for byte in [nil, UInt8(1)] {
            let seal = try seal(byte)
            let (text, context) = (Array("text".utf8), Array("context".utf8))
            let closed = try seal.close(text, as: context)
            #expect(seal.open(closed, as: context) == text)
            #expect(seal.open(closed, as: Array("other".utf8)) == nil)
            #expect(seal.open([], as: context) == nil && seal.open(Array(closed.dropLast()), as: context) == nil)
            for index in closed.indices {
                var changed = closed
                changed[index] ^= 1
                #expect(seal.open(changed, as: context) == nil, "\(index)")
            }
            #expect(try self.seal(2, salt).open(closed, as: context) == nil)
            // Twice the same text is two, where it is encrypted.
            #expect(try (seal.close(text, as: context) == closed) == (byte == nil))
        }
        #expect(try seal(nil).digest(of: [1], [2]) != seal(nil).digest(of: [1, 2], []))
        #expect(try seal(1).digest(of: [1]) != seal(2).digest(of: [1]))
    }

    private func seal(_ byte: UInt8, _ salt: [UInt8]) throws -> CacheSeal {
        try CacheSeal(.key(CredentialSecret([UInt8](repeating: byte, count: 32))), salt: salt)
    }
}
