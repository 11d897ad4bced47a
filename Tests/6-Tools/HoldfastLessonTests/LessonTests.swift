import HoldfastDiagnostics
import HoldfastLesson
import HoldfastStatements
import HoldfastTrust
import HoldfastX509
import Synchronization
import TestSupport
import Testing

/// The lesson as a whole: what it does, and that it notices when something comes out otherwise than it teaches.
@Suite("The lesson", .ownThread)
struct LessonTests {
    static let at = Instant(rfc3339: "2026-03-04T05:06:07Z") ?? Instant(secondsSince1970: 0)

    /// Bytes that are known beforehand: each draw is another one.
    final class Draws: Sendable {
        private let drawn = Mutex<UInt8>(0)

        func next(_ count: Int) -> [UInt8] {
            let seed = drawn.withLock { drawn in
                drawn &+= 1
                return drawn
            }
            return (0..<count).map { seed &+ UInt8(truncatingIfNeeded: $0) &* 3 }
        }
    }

    /// One run for all who only look at it: two RSA keys and some forty connections take their time.
    private static let running = Task {
        let made = Mutex<Lesson?>(nil)
        // The keys are computed on a thread of their own, not on one that all tests share.
        try await OwnThread.run {
            let lesson = try await Lesson.run(materials())
            made.withLock { $0 = lesson }
        }
        guard let lesson = made.withLock({ $0 }) else { throw NoLesson() }
        return lesson
    }

    private struct NoLesson: Error {}

    static var whole: Lesson { get async throws { try await running.value } }

    static func materials() -> LessonMaterials {
        var materials = LessonMaterials(at: at)
        let draws = Draws()
        materials.random = { draws.next($0) }
        return materials
    }

    private static func outcomes(_ lesson: Lesson) -> [String: [String]] {
        var table: [String: [String]] = [:]
        for chapter in lesson.chapters {
            for (index, step) in chapter.steps.enumerated() {
                table["\(chapter.number).\(index + 1)"] = step.checks.map(\.seen.code)
            }
        }
        return table
    }

    /// What each step has to show, in the words of issue and standards, not of the lesson.
    @Test("Every step comes out as it has to")
    func outcomes() async throws {
        let lesson = try await Self.whole
        #expect(lesson.isAsTaught, "\(lesson.chapters.flatMap(\.wrongSteps))")
        #expect(
            Self.outcomes(lesson) == [
                // A signature holds for one text and one key.
                "1.1": ["verifies", "doesNotVerify", "doesNotVerify"],
                // The certificate has the key inside, is not the key, and names itself as its issuer.
                "1.2": ["same", "different", "same"], "1.3": ["verifies"], "1.4": ["doesNotVerify", "badSignature"],
                "2.1": ["selfSignedNotAnchor"], "2.2": ["trusted"], "2.3": ["hostMismatch"],
                // Leaf by intermediate, intermediate by root; not leaf by root.
                "2.4": ["verifies", "verifies", "doesNotVerify"], "2.5": ["trusted"],
                "3.1": ["opened"], "3.2": ["opened", "notOpened"], "3.3": ["notOpened", "notOpened"],
                "3.4": ["same", "opened"],
                // A recording of RSA key exchange: closed without the key, open with it.
                "3.5": ["notOpened", "opened"], "3.6": ["same", "right", "wrong"],
                "4.1": ["same", "different"], "4.2": ["same"], "4.3": ["opened"],
                "4.4": ["verifies", "doesNotVerify"], "4.5": ["same", "opened"],
                // A recording of ephemeral key exchange: closed with the certificate's key.
                "4.6": ["notOpened", "opened"], "4.7": ["verifies", "same", "opened", "notOpened"],
                "4.8": ["same", "different", "notOpened", "notOpened", "opened"],
                "5.1": ["issuerNotFound", "trusted"], "5.2": ["expired", "trusted"],
                "5.3": ["notYetValid", "trusted"], "5.4": ["selfSignedNotAnchor", "trusted"],
                "5.5": ["noAnchor", "trusted"], "5.6": ["hostMismatch", "trusted"],
                // RFC 7617 §4: Basic is in the clear without TLS; with it, server_name alone is (RFC 6066 §3).
                "6.1": ["opened"], "6.2": ["no", "yes", "opened"], "6.3": ["no", "yes"],
                "6.4": ["different", "no", "selfSignedNotAnchor", "0"],
                // RFC 8446 §5.2: opaque_type 23, legacy_record_version 0x0303; appendix D.4: change_cipher_spec.
                "7.1": ["application_data", "TLS 1.2", "TLS 1.3"], "7.2": ["yes", "yes"],
                // RFC 8446 §6.1, §6.2: certificate_expired, unknown_ca.
                "7.3": ["close_notify", "certificate_expired", "unknown_ca"],
                // POODLE, BEAST and its mending in RFC 4346 §6.2.3.2, CRIME.
                "7.4": ["opened"], "7.5": ["opened", "notOpened"], "7.6": ["opened"],
                // RFC 5246 appendix E.1: protocol_version; RFC 8446 §4.1.3: the downgrade sentinel.
                "7.7": ["protocol_version", "0", "yes"],
                // RFC 5280 §6.1.4 (k), (n): no CA, no keyCertSign.
                "8.1": ["basicConstraints keyUsage"],
                // RFC 2986: signed by the key inside; not a certificate.
                "8.2": ["verifies", "no", "no"], "8.3": ["same", "no"], "8.4": ["same", "no", "yes"],
                "8.5": ["trusted", "issuerNotFound", "no"],
                // Apple, "Handling an authentication challenge": server trust in the handshake, without a response.
                "9.1": ["NSURLAuthenticationMethodServerTrust", "0", "no", "200"],
                "9.2": ["selfSignedNotAnchor", "200", "200", "cancelled", "serverTrustRejected"],
                "9.3": ["200", "cancelled"], "9.4": ["2", "1", "401", "200"],
                // RFC 9110 §11.6.1: the strongest that is understood; Digest before Basic.
                "9.5": [
                    "NSURLAuthenticationMethodHTTPDigest", "NSURLAuthenticationMethodHTTPBasic", "200",
                ],
                "9.6": ["2", "1", "no", "yes"],
                "9.7": ["NSURLAuthenticationMethodClientCertificate", "same", "same", "yes"],
                // Once for each handshake that shows a certificate.
                "10.1": ["1", "1"], "10.2": ["5", "5"], "10.3": ["1", "0", "yes", "0"], "10.4": ["1", "4"],
                "10.5": ["1", "no", "pinMismatch"],
                "11.1": ["same"], "11.2": ["opened", "pinMismatch", "0"],
                "11.3": ["trusted", "trusted", "pinMismatch", "pinMismatch", "yes"],
                "11.4": ["trusted", "pinMismatch"],
                // RFC 6066 §3: "Literal IPv4 and IPv6 addresses are not permitted in "HostName"."
                "12.1": ["no", "CN=default.example.test", "hostMismatch"], "12.2": ["trusted", "www.example.test"],
                "12.3": ["trusted", "hostMismatch", "200"], "12.4": ["selfSignedNotAnchor", "yes", "0"],
                "13.1": ["0", "yes", "yes"], "13.2": ["selfSignedNotAnchor", "0"], "13.3": ["no", "yes", "yes"],
                "13.4": ["yes", "selfSignedNotAnchor"],
                // RFC 5246 §7.3: two round trips, resumed one; RFC 8446 §2: one. RFC 9293 §3.5: one for TCP.
                "14.1": ["2", "1", "1", "1"], "14.2": ["800", "180", "60"], "14.3": ["420", "900"],
            ])
    }

    @Test("An engine that trusts everybody, or an anchor that counts for nothing, is noticed")
    func brokenEngine() async throws {
        var materials = Self.materials()
        let engine = TrustEngine()
        // As if no anchor were ever needed: judged with what was sent as anchors.
        materials.judge = { trust, policy, at throws(TrustFailure) in
            var policy = policy
            policy.anchors = .only(trust.presented.compactMap(\.certificate))
            return try engine.evaluate(trust, with: policy, at: at)
        }
        let credulous = try await Lesson.run(materials)
        #expect(!credulous.isAsTaught)
        let wrong = Set(credulous.chapters.flatMap(\.wrongSteps))
        #expect(wrong.isSuperset(of: ["1.4", "2.1", "5.1", "5.4", "5.5"]), "\(wrong)")
        #expect(credulous.text(.english).contains("✗ 1.4\n"))

        materials.judge = { trust, policy, at throws(TrustFailure) in
            var policy = policy
            policy.anchors = .only([])
            return try engine.evaluate(trust, with: policy, at: at)
        }
        let stern = try await Lesson.run(materials, only: 2)
        #expect(stern.chapters.first?.wrongSteps == ["2.2", "2.3", "2.5"])
    }

    @Test("Randomness that repeats is noticed where it does harm: two resumptions with one traffic key")
    func brokenRandomness() async throws {
        var materials = Self.materials()
        materials.random = { [UInt8](repeating: 0x41, count: $0) }
        let lesson = try await Lesson.run(materials, only: 4)
        #expect(lesson.chapters.first?.wrongSteps.contains("4.8") == true)
        // The listener drew the ephemeral key of the server.
        #expect(lesson.chapters.first?.wrongSteps.contains("4.1") == true)
    }

    @Test("One chapter alone, and none that is not there")
    func oneChapter() async throws {
        let lesson = try await Lesson.run(Self.materials(), only: 3)
        #expect(lesson.chapters.map(\.number) == [3])
        #expect(lesson.at == Self.at)
        #expect(Lesson.titles(in: .english).count == Lesson.chapterCount)
        for number in [0, -1, Lesson.chapterCount + 1] {
            await #expect(throws: LessonError.noSuchChapter(number)) {
                try await Lesson.run(Self.materials(), only: number)
            }
        }
    }

    @Test("What is passed in is what is used: clock and randomness")
    func passedIn() async throws {
        let lesson = try await Lesson.run(Self.materials(), only: 3)
        let files = Dictionary(uniqueKeysWithValues: lesson.chapters[0].files.map { ($0.name, $0.contents) })
        #expect(files["session.key"] == Draws().next(32))
        let pem = try #require(files["server.pem"])
        let block = try #require(try PEM.blocks(in: pem[...]).first)
        let certificate = try Certificate(der: block.contents)
        #expect(certificate.validity.notBefore.instant == Self.at.advanced(byDays: -1))
    }

    @Test("Private keys and secrets are marked as private, and nothing else")
    func privateFiles() async throws {
        let lesson = try await Self.whole
        for chapter in lesson.chapters {
            #expect(Set(chapter.files.map(\.name)).count == chapter.files.count)
            for file in chapter.files {
                let isSecret =
                    ["premaster.bin", "shared.secret"].contains(file.name) || file.name.hasSuffix(".key")
                #expect(file.isPrivate == isSecret, "\(file.name)")
            }
        }
    }

    @Test("JSON: one object a step, with every text in both languages and every byte")
    func json() async throws {
        let lesson = try await Lesson.run(Self.materials(), only: 1)
        let lines = try lesson.chapters[0].jsonLines().map { String(decoding: $0, as: UTF8.self) }
        #expect(lines.count == 4 && lines.allSatisfy { !$0.contains("\n") })
        let step = try JSONDocument(lines[1])
        #expect(step["schema"] == .text("holdfast.lesson/1"))
        #expect(step["chapter"] == .number(1) && step["step"] == .number(2) && step["asTaught"] == .bool(true))
        #expect(step["title"]?.keys == ["en", "zh-Hans"])
        // The rows of the exhibit are the whole certificate.
        guard case .array(let rows) = step["exhibits"]?[0]?["rows"] else { throw NoRows() }
        let bytes = rows.compactMap { row -> [UInt8]? in
            if case .text(let hex) = row["hex"] { HexString.decode(hex) } else { nil }
        }
        _ = try Certificate(der: bytes.flatMap(\.self))
        #expect(step["checks"]?[0]?["expected"] == .text("same"))
        #expect(step["commands"]?[0]?["exitCode"] == .number(0))
        let verdict = try JSONDocument(lines[3])["exhibits"]?[0]?["verdict"]
        #expect(verdict?["schema"] == .text("holdfast.verdict/1"))
    }

    private struct NoRows: Error {}
}
