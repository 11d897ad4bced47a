import HoldfastDiagnostics
import HoldfastLesson
import HoldfastTrust
import HoldfastWords
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

    /// One run for all who only look at it: two RSA keys take their time.
    static let whole = Result { try Lesson.run(materials()) }

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
    func outcomes() throws {
        let lesson = try Self.whole.get()
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
            ])
    }

    @Test("An engine that trusts everybody, or an anchor that counts for nothing, is noticed")
    func brokenEngine() throws {
        var materials = Self.materials()
        let engine = TrustEngine()
        // As if no anchor were ever needed: judged with what was sent as anchors.
        materials.judge = { trust, policy, at throws(TrustFailure) in
            var policy = policy
            policy.anchors = .only(trust.presented.compactMap(\.certificate))
            return try engine.evaluate(trust, with: policy, at: at)
        }
        let credulous = try Lesson.run(materials)
        #expect(!credulous.isAsTaught)
        let wrong = Set(credulous.chapters.flatMap(\.wrongSteps))
        #expect(wrong.isSuperset(of: ["1.4", "2.1", "5.1", "5.4", "5.5"]), "\(wrong)")
        #expect(credulous.text(.english).contains("✗ 1.4\n"))

        materials.judge = { trust, policy, at throws(TrustFailure) in
            var policy = policy
            policy.anchors = .only([])
            return try engine.evaluate(trust, with: policy, at: at)
        }
        let stern = try Lesson.run(materials, only: 2)
        #expect(stern.chapters.first?.wrongSteps == ["2.2", "2.3", "2.5"])
    }

    @Test("Randomness that repeats is noticed where it does harm: two resumptions with one traffic key")
    func brokenRandomness() throws {
        var materials = Self.materials()
        materials.random = { [UInt8](repeating: 0x41, count: $0) }
        let lesson = try Lesson.run(materials, only: 4)
        #expect(lesson.chapters.first?.wrongSteps.contains("4.8") == true)
        // The listener drew the ephemeral key of the server.
        #expect(lesson.chapters.first?.wrongSteps.contains("4.1") == true)
    }

    @Test("One chapter alone, and none that is not there")
    func oneChapter() throws {
        let lesson = try Lesson.run(Self.materials(), only: 3)
        #expect(lesson.chapters.map(\.number) == [3])
        #expect(lesson.at == Self.at)
        #expect(Lesson.titles(in: .english).count == Lesson.chapterCount)
        for number in [0, -1, 6] {
            #expect(throws: LessonError.noSuchChapter(number)) { try Lesson.run(Self.materials(), only: number) }
        }
    }

    @Test("What is passed in is what is used: clock and randomness")
    func passedIn() throws {
        let lesson = try Lesson.run(Self.materials(), only: 3)
        let files = Dictionary(uniqueKeysWithValues: lesson.chapters[0].files.map { ($0.name, $0.contents) })
        #expect(files["session.key"] == Draws().next(32))
        let pem = try #require(files["server.pem"])
        let block = try #require(try PEM.blocks(in: pem[...]).first)
        let certificate = try Certificate(der: block.contents)
        #expect(certificate.validity.notBefore.instant == Self.at.advanced(byDays: -1))
    }

    @Test("Private keys and secrets are marked as private, and nothing else")
    func privateFiles() throws {
        let lesson = try Self.whole.get()
        for chapter in lesson.chapters {
            #expect(Set(chapter.files.map(\.name)).count == chapter.files.count)
            for file in chapter.files {
                let isSecret =
                    file.name.hasSuffix(".key") || file.name == "premaster.bin" || file.name == "shared.secret"
                #expect(file.isPrivate == isSecret, "\(file.name)")
            }
        }
    }

    @Test("JSON: one object a step, with every text in both languages and every byte")
    func json() throws {
        let lesson = try Lesson.run(Self.materials(), only: 1)
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
