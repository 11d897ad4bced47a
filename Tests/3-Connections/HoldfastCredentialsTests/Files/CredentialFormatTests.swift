import HoldfastCredentials
import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing

/// The file as Docs/credentials.md has it, taken apart with the primitives alone, and put together with them.
@Suite("The format of an encrypted file")
struct CredentialFormatTests {
    private let bench = FileBench()
    private static let root = [UInt8](1...32)

    private static func key(_ salt: [UInt8], _ end: String) throws -> [UInt8] {
        let extracted = try HKDF.extract(.sha256, salt: salt, secret: root)
        return try HKDF.expand(
            .sha256, key: extracted, info: Array("holdfast credentials 1: \(end)".utf8), count: 32)
    }

    @Test("is that of its page, byte by byte")
    func isOfItsPage() async throws {
        let item = try await bench.store().put(bench.item(), .absent)
        let file = try bench.folder.bytes("credentials")
        func part(_ range: Range<Int>) -> [UInt8] { Array(file[range]) }
        #expect(part(0..<8) == Array("HOLDFCRD".utf8))
        // Version 1, a store, HKDF alone, and no parameters.
        #expect(part(8..<20) == [1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        let salt = part(20..<52)
        #expect(part(52..<60) == [0, 0, 0, 0, 0, 0, 0, 1])
        let header = try HMAC.authenticate(
            part(0..<136), key: Self.key(salt, "header authentication"), digest: .sha256)
        #expect(part(136..<168) == header)
        let wrapping = try AESGCM(key: Self.key(salt, "key encryption"))
        let dataKey = try #require(
            try wrapping.open(part(72..<120), nonce: part(60..<72), additionalData: part(0..<60)))
        let text = try #require(
            try AESGCM(key: dataKey).open(
                part(168..<file.count), nonce: part(120..<132), additionalData: part(0..<168)))
        #expect(part(132..<136) == Self.number(text.count))
        // One item, its length, version 1, an internet password.
        #expect(text.prefix(4) == [0, 0, 0, 1])
        #expect(Array(text[4..<8]) == Self.number(text.count - 8))
        #expect(Array(text[8..<10]) == [1, 2])
        #expect(Array(text[10..<26]) == item.id.bytes)
        // No expiry, not synchronisable; 1,800,000,000 seconds and no nanoseconds, twice.
        let time: [UInt8] = [0, 0, 0, 0, 0x6b, 0x49, 0xd2, 0x00, 0, 0, 0, 0]
        #expect(Array(text[26..<51]) == [0] + time + time)
        // account, authenticationType, label, port, protocol, securityDomain, server; in this order.
        #expect(Array(text[51..<53]) == [0, 7])
        func attribute(_ name: String, _ type: UInt8, _ value: [UInt8]) -> [UInt8] {
            [UInt8(name.utf8.count)] + Array(name.utf8) + [type] + Self.number(value.count) + value
        }
        func text1(_ name: String, _ value: String) -> [UInt8] { attribute(name, 1, Array(value.utf8)) }
        let password = Array("hunter2-of-alice".utf8)
        let expected =
            text1("account", "alice") + text1("authenticationType", "http") + text1("label", "a.test")
            + attribute("port", 2, [0, 0, 0, 0, 0, 0, 1, 0xbb]) + text1("protocol", "htps")
            + text1("securityDomain", "the realm") + text1("server", "a.test") + Self.number(password.count) + password
        #expect(Array(text[53...]) == expected)
    }

    private static func number(_ count: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
    }

    /// A file that somebody with the key has written otherwise than the format has it.
    private func write(_ text: [UInt8]) throws {
        let salt = [UInt8](repeating: 9, count: 32)
        let (dataKey, keyNonce, textNonce) = ([UInt8](0..<32), [UInt8](0..<12), [UInt8](12..<24))
        var file = Array("HOLDFCRD".utf8) + [1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0] + salt + [0, 0, 0, 0, 0, 0, 0, 1]
        let wrapped = try AESGCM(key: Self.key(salt, "key encryption")).seal(
            dataKey, nonce: keyNonce, additionalData: file)
        file += keyNonce + wrapped + textNonce + Self.number(text.count)
        file += try HMAC.authenticate(file, key: Self.key(salt, "header authentication"), digest: .sha256)
        file += try AESGCM(key: dataKey).seal(text, nonce: textNonce, additionalData: file)
        try bench.folder.write(file, to: "credentials", mode: 0o600)
        try bench.folder.setMode(0o700, of: "")
    }

    private func items() async throws -> [CredentialItem] {
        try await bench.store().items(matching: CredentialQuery()).items
    }

    @Test("is read where another program wrote it, and strictly")
    func isReadStrictly() async throws {
        let time: [UInt8] = [0, 0, 0, 0, 0x6b, 0x49, 0xd2, 0x00, 0, 0, 0, 0]
        func item(
            version: UInt8 = 1, kind: UInt8 = 1, id: UInt8 = 1, flags: UInt8 = 2, time: [UInt8],
            count: [UInt8] = [0, 1], attributes: [UInt8] = [7] + Array("service".utf8) + [1, 0, 0, 0, 1, 0x73],
            value: [UInt8] = [0, 0, 0, 2, 0x70, 0x77]
        ) -> [UInt8] {
            let bytes =
                [version, kind] + [UInt8](repeating: id, count: 16) + [flags] + time + time + count + attributes + value
            return Self.number(bytes.count) + bytes
        }
        try write([0, 0, 0, 1] + item(time: time))
        let read = try await items()
        #expect(read.count == 1)
        #expect(read.first?.attributes == [.service: .text("s")])
        #expect(read.first?.value.text == "pw")
        #expect(read.first?.isSynchronizable == true)
        let service = [7] + Array("service".utf8) + [1, 0, 0, 0, 1, 0x73] as [UInt8]
        let account = [7] + Array("account".utf8) + [1, 0, 0, 0, 1, 0x73] as [UInt8]
        let name = { (name: String, type: UInt8, value: [UInt8]) -> [UInt8] in
            [UInt8(name.utf8.count)] + Array(name.utf8) + [type] + Self.number(value.count) + value
        }
        let rows: [(String, [UInt8])] = [
            ("another version", [0, 0, 0, 1] + item(version: 2, time: time)),
            ("an unknown kind", [0, 0, 0, 1] + item(kind: 7, time: time)),
            ("an unknown flag", [0, 0, 0, 1] + item(flags: 4, time: time)),
            ("an expiry that is not there", [0, 0, 0, 1] + item(flags: 1, time: time)),
            ("nanoseconds", [0, 0, 0, 1] + item(time: time.prefix(8) + [0x3b, 0x9a, 0xca, 0x00])),
            ("an attribute more", [0, 0, 0, 1] + item(time: time, count: [0, 2])),
            (
                "attributes out of order",
                [0, 0, 0, 1] + item(time: time, count: [0, 2], attributes: service + account)
            ),
            ("an attribute twice", [0, 0, 0, 1] + item(time: time, count: [0, 2], attributes: service + service)),
            ("65 attributes", [0, 0, 0, 1] + item(time: time, count: [0, 65])),
            ("a name with a space", [0, 0, 0, 1] + item(time: time, attributes: name("a b", 1, [1]))),
            ("an empty name", [0, 0, 0, 1] + item(time: time, attributes: name("", 1, [1]))),
            ("an unknown type", [0, 0, 0, 1] + item(time: time, attributes: name("a", 6, [1]))),
            ("text that is no UTF-8", [0, 0, 0, 1] + item(time: time, attributes: name("a", 1, [0xff]))),
            ("a number of nine bytes", [0, 0, 0, 1] + item(time: time, attributes: name("a", 2, Array(1...9)))),
            ("a flag of 2", [0, 0, 0, 1] + item(time: time, attributes: name("a", 4, [2]))),
            ("a value beyond its item", [0, 0, 0, 1] + item(time: time, value: [0, 0, 0, 3, 0x70, 0x77])),
            ("a huge value", [0, 0, 0, 1] + item(time: time, value: [0xff, 0xff, 0xff, 0xff])),
            ("a byte behind the value", [0, 0, 0, 1] + item(time: time, value: [0, 0, 0, 1, 0x70, 0x77])),
            ("fewer items than are said", [0, 0, 0, 2] + item(time: time)),
            ("more items than are said", [0, 0, 0, 1] + item(time: time) + item(id: 2, time: time)),
            ("items out of order", [0, 0, 0, 2] + item(id: 2, time: time) + item(id: 1, time: time)),
            ("an item twice", [0, 0, 0, 2] + item(time: time) + item(time: time)),
            ("four billion items", [0xff, 0xff, 0xff, 0xff]), ("nothing", []),
        ]
        for (what, text) in rows {
            try write(text)
            let found = try? await items()
            #expect(found == nil, "\(what)")
        }
    }
}
