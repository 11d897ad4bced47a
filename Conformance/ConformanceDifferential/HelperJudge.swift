import FoundationEssentials
import HoldfastTrust
import HoldfastX509

/// A library that a Python script of ours asks, one process for many cases.
struct HelperJudge: PeerJudge {
    let name: String
    let installation: String
    let version: String?
    private let script: String

    private struct Question: Encodable {
        let host: String
        let isAddress: Bool
        let at: Int64
        let presented: [String]
        let anchors: [String]
    }

    private struct Answer: Decodable {
        let accepted: Bool
        let reasons: [String]
    }

    /// - Parameter helpers: the folder of the scripts.
    init(_ name: String, installation: String, helpers: String) {
        self.name = name
        self.installation = installation
        script = "\(helpers)/differential-\(name).py"
        var version: String?
        if let child = try? ChildProcess("python3", ["-W", "ignore", script, "--version"]),
            let result = try? child.finish(within: 60),
            result.status == 0
        {
            version = result.output.split(separator: "\n").first.map(String.init)
        }
        self.version = version
    }

    func judge(_ cases: [DifferentialCase], in folder: WorkFolder) throws -> [PeerVerdict?] {
        let encoder = JSONEncoder()
        var lines = ""
        for testCase in cases {
            let isAddress = if case .ip = try ServerName(testCase.host) { true } else { false }
            let question = Question(
                host: testCase.host, isAddress: isAddress, at: testCase.at.secondsSince1970,
                presented: testCase.presented.map { Data($0).base64EncodedString() },
                anchors: testCase.anchors.map { Data($0).base64EncodedString() })
            lines += String(decoding: try encoder.encode(question), as: UTF8.self) + "\n"
        }
        let file = "questions-\(name).jsonl"
        try folder.write(lines, to: file)
        let result = try ChildProcess("python3", ["-W", "ignore", script, folder.path(file)]).finish(within: 300)
        let answers = result.output.split(separator: "\n").map { line -> PeerVerdict? in
            guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(line.utf8)) else { return nil }
            return PeerVerdict(isAccepted: answer.accepted, reasons: answer.reasons)
        }
        guard result.status == 0, answers.count == cases.count else {
            throw ChildProcess.RunError(
                description: "\(script): exit \(result.status), \(answers.count) answers to \(cases.count) questions: "
                    + (result.output.split(separator: "\n").last.map(String.init) ?? "nothing printed"))
        }
        return answers
    }
}
