import Foundation
import HoldfastNetworking
import Testing

@testable import HoldfastNetworkingNames

@Suite("Text of octets that come one after the other")
struct AsyncTextTests {
    private func stream(_ octets: [UInt8]) -> AsyncStream<UInt8> {
        AsyncStream { continuation in
            octets.forEach { continuation.yield($0) }
            continuation.finish()
        }
    }

    private func all<S: AsyncSequence>(_ sequence: S) async rethrows -> [S.Element] {
        var found: [S.Element] = []
        for try await element in sequence { found.append(element) }
        return found
    }

    /// Apple's documentation of `AsyncLineSequence`, and what its users have found about empty lines.
    @Test("lines end with any of Unicode's line ends, and empty ones are left out") func lines() async throws {
        let text = "a\nb\r\nc\rd\u{B}e\u{C}f\u{85}g\u{2028}h\u{2029}\n\n\r\r\ni\u{2027}\u{84}\u{145}\u{20A8}\u{20A9}"
        let found = await all(stream(Array(text.utf8)).lines)
        #expect(found == ["a", "b", "c", "d", "e", "f", "g", "h", "i\u{2027}\u{84}\u{145}\u{20A8}\u{20A9}"])
        #expect(await all(stream([]).lines) == [])
        #expect(await all(stream(Array("\n\n".utf8)).lines) == [])
    }

    @Test("a line is there as soon as its end is, also after CR") func streaming() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: UInt8.self)
        var lines = stream.lines.makeAsyncIterator()
        for octet in "a\r".utf8 { continuation.yield(octet) }
        #expect(await lines.next() == "a")
        for octet in "\nb\n".utf8 { continuation.yield(octet) }
        #expect(await lines.next() == "b")
        continuation.finish()
        #expect(await lines.next() == nil)
        #expect(await lines.next() == nil)
    }

    /// Swift's own strings are the second party.
    @Test("what is no UTF-8 is repaired as Swift's strings are") func repair() async throws {
        let pieces: [[UInt8]] = [
            [0x61], [0xC2], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xF0, 0x9F, 0x98, 0x80], [0xED, 0xA0, 0x80],
            [0xC0, 0x80], [0xF4, 0x90], [0xFF], [0xE0, 0x80], [0xC3, 0xA9], [0xF5], [0x80], [0xE2, 0x82, 0xAC],
        ]
        for one in pieces {
            for two in pieces {
                for three in pieces {
                    let octets = one + two + three
                    let scalars = await all(stream(octets).unicodeScalars)
                    #expect(scalars == Array(String(decoding: octets, as: UTF8.self).unicodeScalars), "\(octets)")
                }
            }
        }
        let line = await all(stream([0x61, 0xFF, 0x62, 0x0A]).lines)
        #expect(line == ["a\u{FFFD}b"])
    }

    @Test("characters are Swift's") func characters() async throws {
        let text = "e\u{301}\r\n\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{1F1E9}\u{1F1EA}\u{1F1EB}x\u{1100}\u{1161}"
        #expect(await all(stream(Array(text.utf8)).characters) == Array(text))
        let accents = "a" + String(repeating: "\u{301}", count: 10_000)
        let found = await all(stream(Array(accents.utf8)).characters)
        #expect(String(found).unicodeScalars.count == 10_001 && found.allSatisfy { $0.unicodeScalars.count <= 256 })
    }

    @Test("an error comes through") func errors() async throws {
        struct Broken: Error {}
        let stream = AsyncThrowingStream<UInt8, any Error> { continuation in
            for octet in "a\nb".utf8 { continuation.yield(octet) }
            continuation.finish(throwing: Broken())
        }
        var lines = stream.lines.makeAsyncIterator()
        #expect(try await lines.next() == "a")
        await #expect(throws: Broken.self) { try await lines.next() }
    }
}
