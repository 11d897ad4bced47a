import HoldfastAuthority
import HoldfastCrypto
import HoldfastPolicy
import HoldfastX509

/// Chapter 5: the five causes for which a server's certificate is refused, each provoked and mended.
enum FailureChapter: LessonPart {
    static let title = Words("Five failures, and what mends them", "五种失败与修复方法")
    static let lead = Words(
        """
        Nearly every refused server is one of five cases. Each is made here with a real chain and judged; the finding \
        says which certificate, what was seen, what was expected, and what to do. Then that is done.
        """,
        "被拒绝的服务器，原因几乎都在这五种之内。下面用真实的证书链逐一触发并判定：检查结果会指出是哪一张证书、实际如何、要求如何、该怎么办。然后照着修好。")

    static func content(_ materials: LessonMaterials) throws -> LessonContent {
        let bench = try Bench(materials)
        var content = LessonContent(files: [.certificates("root.pem", [bench.root.certificate])])
        for failure in try failures(bench) {
            let refused = try materials.verdict(
                failure.broken.chain, host: LessonHost.name, anchors: failure.broken.anchors,
                target: "\(failure.name).pem")
            let mended = try materials.verdict(
                failure.mended.chain, host: LessonHost.name, anchors: failure.mended.anchors,
                target: "\(failure.name)-mended.pem")
            content.steps.append(step(failure, refused, mended))
            content.files.append(.certificates("\(failure.name).pem", failure.broken.chain))
            content.files.append(.certificates("\(failure.name)-mended.pem", failure.mended.chain))
        }
        return content
    }

    /// A chain with the anchors that it is judged by, and how the command line names them.
    struct Trial {
        let chain: [[UInt8]]
        let anchors: [[UInt8]]
        let options: String
    }

    struct Failure {
        let name: String
        let code: String
        let title: Words
        let story: Words
        let mending: Words
        let broken: Trial
        let mended: Trial
    }

    /// The keys that the cases share.
    struct Bench {
        let materials: LessonMaterials
        let root: CertificateAuthority
        let intermediate: CertificateAuthority
        let key: PrivateKey

        init(_ materials: LessonMaterials) throws {
            self.materials = materials
            root = try .root(name: "Lesson Root", at: materials.at, key: materials.key(.p256))
            intermediate = try root.intermediate(
                name: "Lesson Intermediate", at: materials.at, key: materials.key(.p256))
            key = try materials.key(.p256)
        }

        /// The server's chain, with one thing changed; always with the same key, as a renewal may keep it.
        func chain(_ change: (inout CertificateTemplate) -> Void = { _ in }) throws -> [[UInt8]] {
            var template = CertificateTemplate.server(names: [LessonHost.name], at: materials.at)
            change(&template)
            return try intermediate.issue(template, key: key).chain
        }

        func underRoot(_ chain: [[UInt8]]) -> Trial {
            Trial(chain: chain, anchors: [root.certificate], options: "--anchors-only root.pem")
        }
    }

    private static func step(_ failure: Failure, _ refused: VerdictReport, _ mended: VerdictReport) -> LessonStep {
        let words = FindingWords.of(code: failure.code)
        func line(_ name: String, _ trial: Trial, _ report: VerdictReport) -> LessonCommandLine {
            let parts = ["holdfast evaluate \(name).pem --host \(LessonHost.name)", trial.options]
            return LessonCommandLine(
                parts.filter { !$0.isEmpty }.joined(separator: " "), exitCode: report.exitCode)
        }
        return LessonStep(
            failure.title, [failure.story] + (words.map { [$0.meaning] } ?? []) + [failure.mending],
            exhibits: [.verdict(refused), .verdict(mended)],
            commands: [
                line(failure.name, failure.broken, refused), line(failure.name + "-mended", failure.mended, mended),
            ],
            checks: [
                LessonCheck(
                    Words("The server as it is", "原来的服务器"), taught: .refused([failure.code]),
                    seen: .verdict(refused)),
                LessonCheck(Words("After the change", "修复之后"), taught: .trusted, seen: .verdict(mended)),
            ])
    }
}
