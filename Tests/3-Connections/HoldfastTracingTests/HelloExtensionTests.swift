import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTracing

/// Extensions by the examples and the syntax of their RFCs.
@Suite struct HelloExtensionTests {
    private func read(_ type: ExtensionType, _ bytes: [UInt8], in place: HelloExtension.Place) -> HelloExtension {
        HelloExtension(type, bytes[...], in: place)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let type: ExtensionType
        let place: HelloExtension.Place
        let bytes: [UInt8]
        let content: HelloExtension.Content
    }

    static let protocols: [UInt8] = [0, 12, 2, 0x68, 0x32, 8] + Array("http/1.1".utf8)
    static let rows = [
        Row(
            testDescription: "RFC 7301 §3.1", type: .applicationLayerProtocolNegotiation, place: .clientHello,
            bytes: protocols, content: .applicationProtocols(["h2", "http/1.1"])),
        Row(
            testDescription: "ALPS", type: .applicationSettingsOld, place: .clientHello, bytes: protocols,
            content: .applicationSettings(["h2", "http/1.1"])),
        Row(
            testDescription: "RFC 6066 §3, the server's", type: .serverName, place: .serverHello, bytes: [],
            content: .serverName([])),
        Row(
            testDescription: "RFC 6066 §4", type: .maxFragmentLength, place: .clientHello, bytes: [2],
            content: .maxFragmentLength(code: 2, bytes: 1024)),
        Row(
            testDescription: "RFC 6066 §8", type: .statusRequest, place: .clientHello, bytes: [1, 0, 0, 0, 0],
            content: .statusRequest(type: 1)),
        Row(
            testDescription: "RFC 8446 §4.4.2.1", type: .statusRequest, place: .certificate, bytes: [1, 0, 0, 2, 5, 6],
            content: .certificateStatus(ocspResponse: [5, 6])),
        Row(
            testDescription: "RFC 6962 §3.3.1", type: .signedCertificateTimestamp, place: .clientHello, bytes: [],
            content: .signedCertificateTimestampRequest),
        Row(
            testDescription: "RFC 8422 §5.1.2", type: .ecPointFormats, place: .clientHello, bytes: [1, 0],
            content: .ecPointFormats([0])),
        Row(
            testDescription: "RFC 7627 §5.1", type: .extendedMasterSecret, place: .serverHello, bytes: [],
            content: .extendedMasterSecret),
        Row(
            testDescription: "RFC 7366 §2", type: .encryptThenMAC, place: .serverHello, bytes: [],
            content: .encryptThenMAC),
        Row(
            testDescription: "RFC 5746 §3.2", type: .renegotiationInfo, place: .serverHello, bytes: [2, 7, 8],
            content: .renegotiationInfo([7, 8])),
        Row(
            testDescription: "RFC 8879 §3", type: .compressCertificate, place: .clientHello, bytes: [4, 0, 2, 0, 3],
            content: .compressCertificate([2, 3])),
        Row(
            testDescription: "RFC 9345 §4.1.1", type: .delegatedCredential, place: .clientHello, bytes: [0, 2, 4, 3],
            content: .delegatedCredential([HandshakeSignatureScheme(0x0403)])),
        Row(
            testDescription: "RFC 8446 §4.2.2", type: .cookie, place: .helloRetryRequest, bytes: [0, 3, 1, 2, 3],
            content: .cookie([1, 2, 3])),
        Row(
            testDescription: "RFC 8446 §4.2.4", type: .certificateAuthorities, place: .certificateRequest,
            bytes: [0, 4, 0, 2, 0x30, 0], content: .certificateAuthorities([[0x30, 0]])),
        Row(
            testDescription: "RFC 8446 §4.2.8.1, a retry's", type: .keyShare, place: .helloRetryRequest,
            bytes: [0, 24],
            content: .selectedGroup(NamedGroup(24))),
        Row(
            testDescription: "RFC 8446 §4.2.6", type: .postHandshakeAuth, place: .clientHello, bytes: [],
            content: .postHandshakeAuth),
        Row(
            testDescription: "RFC 9849, the outer hello's", type: .encryptedClientHello, place: .clientHello,
            bytes: [0, 0, 1, 0, 1, 9, 0, 0], content: .encryptedClientHello(type: 0)),
        Row(
            testDescription: "a type that is known by name only", type: ExtensionType(14), place: .clientHello,
            bytes: [1, 2, 3], content: .unread),
    ]

    @Test("what an extension says", arguments: rows)
    func content(row: Row) {
        let one = read(row.type, row.bytes, in: row.place)
        #expect(one.content == row.content && one.error == nil, "\(one)")
        #expect(one.data == row.bytes)
    }

    @Test("RFC 6962 §3.3: a list of timestamps")
    func timestamps() {
        let timestamp = SignedCertificateTimestamp(
            .init(logID: [UInt8](repeating: 7, count: 32)[...], timestamp: 1, signature: [1, 2][...]))
        let list = SignedCertificateTimestampList([timestamp])
        let one = read(.signedCertificateTimestamp, list.encoded, in: .serverHello)
        #expect(one.content == .signedCertificateTimestamps(list))
        let broken = read(.signedCertificateTimestamp, Array(list.encoded.dropLast()), in: .serverHello)
        #expect(broken.content == .unread && broken.error != nil && broken.data.count == list.encoded.count - 1)
    }

    @Test(
        "content that is not what the syntax says is an error beside its bytes",
        arguments: [
            (ExtensionType.applicationLayerProtocolNegotiation, [0, 3, 2, 0x68] as [UInt8]),
            (.applicationLayerProtocolNegotiation, [0, 0]),
            (.applicationLayerProtocolNegotiation, [0, 2, 0, 1]), (.serverName, []),
            (.serverName, [0, 4, 0, 0, 0, 1, 9]),
            (.supportedGroups, [0, 3, 0, 1, 2]), (.supportedGroups, [0, 2, 0, 29, 1]),
            (.supportedVersions, [3, 3, 4, 3]),
            (.keyShare, [0, 5, 0, 29, 0, 9, 1]), (.preSharedKey, [0, 0, 0, 0]), (.extendedMasterSecret, [1]),
            (.pskKeyExchangeModes, [0]), (.recordSizeLimit, [1]), (.maxFragmentLength, []), (.renegotiationInfo, []),
        ])
    func malformed(type: ExtensionType, bytes: [UInt8]) {
        let one = read(type, bytes, in: .clientHello)
        #expect(one.content == .unread && one.error != nil && one.data == bytes)
    }

    @Test("bytes of names that are not visible cannot write on a terminal")
    func visible() {
        let bytes: [UInt8] = [0, 8, 0, 0, 5, 0x1B, 0x5B, 0x32, 0x4A, 0x61]
        #expect(read(.serverName, bytes, in: .clientHello).content == .serverName(["\\x1b[2Ja"]))
    }

    @Test("RFC 8446 §4.2: the same extension twice makes the hello unreadable")
    func twice() {
        var hello = hex(RFC8448.serverHello)
        // One more supported_versions: six bytes in the block, in the message.
        hello += [0, 0x2B, 0, 2, 3, 4]
        hello[3] += 6
        hello[43] += 6
        let message = HandshakeMessage(hello, in: HandshakeContext())
        #expect(
            message.error?.reason == .repeatedExtension && message.error?.field == "supported_versions", "\(message)")
    }
}
