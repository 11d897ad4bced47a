import HoldfastCrypto
import HoldfastHTTPS
import HoldfastPins
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

@Suite("What a pin update may say", .ownThread)
struct PinUpdateDocumentTests {
    let bench: UpdateBench

    init() throws { bench = try UpdateBench() }

    /// Whatever else there is to say about hosts, an update cannot.
    @Test(arguments: [
        "anchors", "profile", "revocation", "transparency", "minimumTLS", "supportedGroups", "connectTo",
        "dangerousDebug", "Pins", "x",
    ])
    func nothingButPinsOfAHost(name: String) throws {
        let signed = try bench.signed(replacing: "\"pins\"", by: "\"\(name)\": \"x\", \"pins\"")
        guard case .forbiddenMember(let found, let place)? = bench.refusal(signed)?.reason else {
            Issue.record("\(String(describing: bench.refusal(signed)))")
            return
        }
        #expect(found == name)
        #expect(place.contains(":"))
    }

    @Test(arguments: ["updates", "keys", "anchors", "minimumCounter", "everywhere", "url"])
    func nothingElseBesideHosts(name: String) throws {
        let signed = try bench.signed(replacing: "\"hosts\"", by: "\"\(name)\": {}, \"hosts\"")
        #expect(bench.refusal(signed)?.code == "forbiddenMember")
    }

    @Test(arguments: [
        ("\"counter\": 7", "\"counter\": -7"), ("\"counter\": 7", "\"counter\": 7.0"),
        ("\"counter\": 7", "\"counter\": \"7\""), ("\"counter\": 7", "\"counter\": 9007199254740992"),
        ("\"counter\": 7", "\"counter\": 99999999999999999999999"), ("\"counter\": 7,", ""),
        ("\"counter\": 7", "\"counter\": 7, \"counter\": 8"),
        ("2026-11-18T11:06:40Z", "yesterday"), ("2026-11-18T11:06:40Z", "2027-11-18T11:06:40Z"),
        ("\"**.holdfast.test\"", "\"**.com\""), ("\"**.holdfast.test\"", "\"a..b\""),
        ("\"pins\": {", "\"pins\": {\"unknown\": 1, "), ("sha256/", "sha1/"), ("\"anywhere\"", "\"everywhere\""),
        ("{\n    \"**.holdfast.test\"", "[\n    \"**.holdfast.test\""),
        ("\"**.holdfast.test\"", "\"**.HOLDFAST.test\": {\"pins\": \"excluded\"}, \"**.holdfast.test\""),
        ("\"**.holdfast.test\"", "\"a.test\": {}, \"**.holdfast.test\""),
        ("\"pins\"", "\"reportURIs\": [\"http://reports.test/\"], \"pins\""),
        ("\"pins\"", "\"reportURIs\": \"https://reports.test/\", \"pins\""),
    ])
    func whatIsWrittenOtherwiseIsMalformed(text: String, other: String) throws {
        let refusal = bench.refusal(try bench.signed(replacing: text, by: other))
        #expect(refusal?.code == "malformed", "\(String(describing: refusal))")
    }

    @Test("labels of pins change nothing of what an update says, and are written again")
    func labels() throws {
        let plain = PinUpdate(
            counter: 7, issued: UpdateBench.moment, expires: UpdateBench.moment.advanced(byDays: 90),
            hosts: [UpdateBench.pattern: PinUpdate.Host(pins: .pinned(try UpdateBench.pins(1)))])
        var labelled = plain.hosts
        let pin = try #require(try UpdateBench.pins(1).all.first)
        labelled[UpdateBench.pattern]?.notation = PinNotation(labels: [
            pin: try #require(PinLabel("in the safe", isBackup: true))
        ])
        let update = PinUpdate(counter: 7, issued: plain.issued, expires: plain.expires, hosts: labelled)
        #expect(String(decoding: update.bytes, as: UTF8.self).contains("\"label\": \"in the safe\""))
        let read = try bench.verifier.verify(
            try bench.signed(update.bytes), after: PinUpdateHistory(), at: UpdateBench.moment
        ).update
        #expect(read.hosts == labelled && read.bytes == update.bytes)
        #expect(try read.merged(into: .none) == plain.merged(into: .none))
        // Nothing but pins has words there: an update is signed, and as short as it can be.
        let commented = try bench.signed(replacing: "\"pins\": {", by: "\"pins\": {\"comment\": \"x\", ")
        #expect(bench.refusal(commented)?.code == "malformed")
    }

    @Test func anotherSchemaIsNotGuessedAt() throws {
        let signed = try bench.signed(replacing: "holdfast.pin-update/1", by: "holdfast.pin-update/2")
        #expect(bench.refusal(signed)?.reason == .unknownSchema("holdfast.pin-update/2"))
    }

    @Test func tooLargeOnesAreNotLookedAt() throws {
        let update = [UInt8](repeating: 0x20, count: PinUpdate.maximumBytes + 1)
        #expect(
            bench.refusal(SignedPinUpdate(update: update, signature: []))?.reason
                == .tooLarge(.update, limit: 1 << 20))
        let signature = [UInt8](repeating: 0x20, count: (16 << 10) + 1)
        #expect(
            bench.refusal(SignedPinUpdate(update: try UpdateBench.update(7), signature: signature))?.reason
                == .tooLarge(.signature, limit: 16 << 10))
    }

    @Test(arguments: [
        "[]", "{}", "{\"schema\":\"holdfast.pin-signature/2\",\"signatures\":[]}",
        "{\"schema\":\"holdfast.pin-signature/1\",\"signatures\":[]}",
        "{\"schema\":\"holdfast.pin-signature/1\",\"signatures\":[{\"key\":\"a\",\"signature\":\"AAAA\"}]}",
        "{\"schema\":\"holdfast.pin-signature/1\",\"signatures\":[{\"key\":\"a\"}]}",
        "{\"schema\":\"holdfast.pin-signature/1\",\"signatures\":[\"a\"]}",
        "{\"schema\":\"holdfast.pin-signature/1\",\"signatures\":[],\"more\":1}",
    ])
    func aDocumentOfSignaturesThatIsNone(text: String) throws {
        let signed = SignedPinUpdate(update: try UpdateBench.update(7), signature: Array(text.utf8))
        #expect(bench.refusal(signed)?.code == "malformedSignature")
    }

    @Test func manySignaturesAndOneKeyTwice() throws {
        let update = try UpdateBench.update(7)
        let twice = try UpdateBench.signature(of: update, by: bench.inUse, bench.inUse)
        #expect(bench.refusal(SignedPinUpdate(update: update, signature: twice))?.code == "malformedSignature")
        let entry = "{\"key\":\"k\",\"signature\":\"\(Base64.encode([UInt8](repeating: 0, count: 64)))\"}"
        let entries = (0..<17).map { entry.replacing("\"k\"", with: "\"k\($0)\"") }.joined(separator: ",")
        let many = "{\"schema\":\"holdfast.pin-signature/1\",\"signatures\":[\(entries)]}"
        #expect(
            bench.refusal(SignedPinUpdate(update: update, signature: Array(many.utf8)))?.code == "malformedSignature")
    }

    @Test func whatIsWrittenIsRead() throws {
        let update = PinUpdate(
            counter: 9, issued: UpdateBench.moment, expires: UpdateBench.moment.advanced(byDays: 30),
            hosts: [
                UpdateBench.pattern: .init(
                    pins: .pinned(try UpdateBench.pins(3)), reportURIs: [try HTTPSURL("https://reports.test/a?b")]),
                .host(try ServerName("192.0.2.7")): .init(pins: .excluded),
                .host(try ServerName("only.test")): .init(pins: nil, reportURIs: []),
            ])
        let signed = try bench.signed(update.bytes)
        let read = try bench.verifier.verify(signed, after: PinUpdateHistory(), at: UpdateBench.moment).update
        #expect(read == update)
        #expect(read.bytes == update.bytes)
    }

    /// RFC 3986 §3.5: a fragment is no part of what is asked for.
    @Test(arguments: ["https://rep#rts.example.co%/", "https://reports.test/#a", "https://reports.test:/x?y z#"])
    func reportURIsAreReadAsTheyAreWritten(uri: String) throws {
        let signed = try bench.signed(replacing: "\"pins\"", by: "\"reportURIs\": [\"\(uri)\"], \"pins\"")
        let read = try bench.verifier.verify(signed, after: PinUpdateHistory(), at: UpdateBench.moment).update
        let again = try bench.verifier.verify(
            try bench.signed(read.bytes), after: PinUpdateHistory(), at: UpdateBench.moment)
        #expect(again.update == read)
        #expect(again.update.bytes == read.bytes)
    }

    @Test func itTakesThePlaceOfTheSamePatternsAlone() throws {
        let (a, b) = (HostPattern.host(try ServerName("a.test")), HostPattern.host(try ServerName("b.test")))
        let shipped = try PinnedHosts([a: .pinned(try UpdateBench.pins(1)), b: .pinned(try UpdateBench.pins(2))])
        let update = PinUpdate(
            counter: 1, issued: UpdateBench.moment, expires: UpdateBench.moment,
            hosts: [
                b: .init(pins: .pinned(try UpdateBench.pins(3))), UpdateBench.pattern: .init(pins: .excluded),
                a: .init(pins: nil, reportURIs: []),
            ])
        let merged = try update.merged(into: shipped)
        #expect(
            merged.rules == [
                a: .pinned(try UpdateBench.pins(1)), b: .pinned(try UpdateBench.pins(3)),
                UpdateBench.pattern: .excluded,
            ])
    }

    @Test func theSignerRefusesWhatProgramsWould() throws {
        let signer = try PinUpdateSigner([bench.inUse, bench.keptElsewhere])
        let update = try UpdateBench.update(7)
        let signature = try signer.sign(update, at: UpdateBench.moment)
        #expect(bench.refusal(SignedPinUpdate(update: update, signature: signature)) == nil)
        #expect(throws: PinUpdateSigner.SigningError.self) {
            try signer.sign(Array("{}".utf8), at: UpdateBench.moment)
        }
        #expect(throws: PinUpdateSigner.SigningError.self) {
            try signer.sign(update, at: UpdateBench.moment.advanced(byDays: 90))
        }
        #expect(throws: PinUpdateKeyError.self) { try PinUpdateSigner([]) }
        #expect(throws: PinUpdateKeyError.self) { try PinUpdateSigner([bench.inUse, bench.inUse]) }
        #expect(throws: PinUpdateKeyError.self) { try PinUpdateSigner([PrivateKey.generate(.p256)]) }
    }

    /// The openssl command verifies what is signed here, and the other way round.
    @Test func openSSLAgreesAboutSignatures() throws {
        let openssl = try OpenSSLCommand()
        let update = try UpdateBench.update(7)
        let message = Array("holdfast.pin-update/1 signature\u{0}".utf8) + update
        let document = try PinUpdateSigner([bench.inUse]).sign(update, at: UpdateBench.moment)
        let text = String(decoding: document, as: UTF8.self)
        let found = try #require(text.firstMatch(of: /"signature": "([A-Za-z0-9+\/=]+)"/)?.1)
        let signature = try #require(Base64.decode(found))
        try openssl.write(message, to: "message")
        try openssl.write(signature, to: "signature")
        try openssl.write(Array(try bench.inUse.pem.utf8), to: "key")
        let verify = "pkeyutl -verify -rawin -inkey key -in message -sigfile signature"
        #expect(try openssl.attempt(verify).status == 0)
        try openssl("pkeyutl -sign -rawin -inkey key -in message -out theirs")
        let theirs = Base64.encode(try openssl.read("theirs"))
        let other = Array(text.replacing(found, with: theirs).utf8)
        #expect(bench.refusal(SignedPinUpdate(update: update, signature: other)) == nil)
        try openssl.write(update, to: "message")
        #expect(try openssl.attempt(verify).status != 0)
    }
}
