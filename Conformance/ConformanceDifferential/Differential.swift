import FoundationEssentials
import HoldfastLibC
import HoldfastTrust

/// The subcommand `differential`: made chains, judged by us and by others.
package struct Differential {
    /// A run that could not be made.
    package struct RunError: Error {
        package let message: String
        package let hint: String?
    }

    /// Cases made, judged and written at a time.
    private static let batch = 200

    let arguments: DifferentialArguments
    let output: (String) -> Void
    let log: (String) -> Void

    /// - Parameters:
    ///   - output: takes text for standard output.
    ///   - log: takes text for standard error.
    package init(
        arguments: DifferentialArguments, output: @escaping (String) -> Void, log: @escaping (String) -> Void
    ) {
        self.arguments = arguments
        self.output = output
        self.log = log
    }

    /// Makes the run.
    ///
    /// - Returns: the exit code.
    package func run() throws -> Int32 {
        if arguments.isAskedForList {
            for deviation in Deviation.all { output("\(deviation.name)\t\(deviation.story)\n") }
            return 0
        }
        let explanations = try readExplanations()
        let peers = try installedPeers()
        let folder = try WorkFolder(keeping: arguments.keptFolder)
        let generator = CaseGenerator(seed: arguments.seed)
        var report = DifferentialReport()
        let numbers = arguments.onlyCase.map { $0..<$0 + 1 } ?? 0..<arguments.count
        for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: Self.batch) {
            let cases = try (start..<min(start + Self.batch, numbers.upperBound)).map(generator.makeCase)
            try judge(cases, peers, folder, explanations, &report)
        }
        let names = peers.map(\.name)
        let summary = report.summary(seed: arguments.seed, profile: arguments.profile.name, peers: names)
        (arguments.isJSON ? log : output)(report.table)
        log(summary)
        let isStale = reportUnneeded(report, explanations, peers)
        return report.hasUnexplained || isStale ? 33 : 0
    }

    private func judge(
        _ cases: [DifferentialCase], _ peers: [any PeerJudge], _ folder: WorkFolder, _ explanations: Explanations,
        _ report: inout DifferentialReport
    ) throws {
        let judge = OurJudge(profile: arguments.profile)
        let ours = try cases.map(judge.judge)
        for testCase in cases { try folder.write(testCase) }
        let theirs = try peers.map { (name: $0.name, verdicts: try $0.judge(cases, in: folder)) }
        for (index, testCase) in cases.enumerated() {
            folder.remove(testCase)
            report.count(ours[index])
            var judged: [(name: String, verdict: PeerVerdict, disagreement: Disagreement?)] = []
            for peer in theirs {
                let verdict = peer.verdicts[index]
                let disagreement = verdict.flatMap {
                    Disagreement(
                        testCase, ours: ours[index], peer: peer.name, theirs: $0, profile: arguments.profile.name,
                        explanations: explanations)
                }
                report.count(peer.name, verdict, disagreement)
                if let verdict { judged.append((peer.name, verdict, disagreement)) }
            }
            if arguments.isJSON { try writeLine(DifferentialLine(testCase, ours[index], judged)) }
        }
    }

    private func writeLine(_ line: DifferentialLine) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        output(String(decoding: try encoder.encode(line), as: UTF8.self) + "\n")
    }

    private func installedPeers() throws -> [any PeerJudge] {
        let asked = arguments.peers ?? ["openssl", "openssl-strict"]
        var peers: [any PeerJudge] = []
        for name in asked {
            let peer: any PeerJudge =
                switch name {
                case "openssl": OpenSSLJudge(isStrict: false)
                case "openssl-strict": OpenSSLJudge(isStrict: true)
                case "gnutls":
                    HelperJudge(
                        name, installation: "Debian's python3 and libgnutls30", helpers: arguments.helpers)
                default:
                    HelperJudge(
                        name, installation: "cryptography 42 or later from PyPI, for python3",
                        helpers: arguments.helpers)
                }
            if let version = peer.version {
                log("\(name): \(version)\n")
                peers.append(peer)
            } else {
                log("\(name): not installed, so it is not asked; it needs \(peer.installation)\n")
            }
        }
        guard !peers.isEmpty else {
            throw RunError(message: "none of the peers is installed: \(asked.joined(separator: ", "))", hint: nil)
        }
        return peers
    }

    private func readExplanations() throws -> Explanations {
        let path = arguments.explanations ?? "Docs/differential.txt"
        guard let data = FileManager.default.contents(atPath: path) else {
            guard arguments.explanations == nil else {
                throw RunError(message: "'\(path)' cannot be read", hint: "it is the list of explanations")
            }
            log("\(path) is not here, so nothing is explained; name the list with --explanations\n")
            return Explanations()
        }
        do {
            return try Explanations(text: String(decoding: data, as: UTF8.self))
        } catch {
            throw RunError(message: "'\(path)': \(error)", hint: nil)
        }
    }

    /// Says which explanations no case needed, after a run that is long enough to have met them all.
    ///
    /// - Returns: whether one of them is about peers of just the versions by which the list was made.
    private func reportUnneeded(
        _ report: DifferentialReport, _ explanations: Explanations, _ peers: [any PeerJudge]
    ) -> Bool {
        guard arguments.onlyCase == nil, arguments.count >= DifferentialArguments.defaultCount else { return false }
        let names = peers.map(\.name)
        let lines = report.unneeded(of: explanations, profile: arguments.profile.name, peers: names)
        for line in lines {
            let signs = line.signs.joined(separator: " / ")
            log("line \(line.number) of the explanations is not needed: \(line.cause), \(signs)\n")
        }
        let known = peers.filter { peer in
            guard let version = explanations.versions[peer.name] else { return false }
            return peer.version?.hasPrefix(version) ?? false
        }.map(\.name)
        return lines.contains { line in line.peers.allSatisfy { !names.contains($0) || known.contains($0) } }
    }
}
