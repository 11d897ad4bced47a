import HoldfastDiagnostics
import HoldfastPins
import HoldfastStatements
import HoldfastTrust
import HoldfastX509

extension Command {
    static let pinSimulate = Command(
        name: "pin simulate", operands: "CHAIN…", operandCount: 1...256,
        summary: LocalizedText(
            "say whether the next certificate would pass the pins that are shipped", "说明下一张证书能否通过已发布的固定值"),
        text: LocalizedText(
            """
            CHAIN… are files with the next certificate of a server, and those above it where they are at hand; - is
            standard input. Renewed with the same key, a certificate passes pins of keys, and fails pins of whole
            certificates; with a new key it passes where that key is a backup. Pins of authorities need the certificates
            above: without them, and without --known, the answer is undecided.

            Exits with 0 where it would pass, 26 where it would be refused, and 20 where that is undecided.
            """,
            """
            CHAIN… 为含服务器下一张证书的文件，有上级证书时一并给出；- 为标准输入。用同一密钥续期时，证书符合密钥的固定值，不符合整张证书的固定值；用新密钥时，该密钥是备用才符合。颁发机构的固定值需要上级\
            证书才能判断：没有这些证书、也没有 --known 时，无法得出答案。

            会通过时退出码为 0，会被拒绝时为 26，无法得出时为 20。
            """),
        options: [.pinFile, .pin, .pinnedServer, .knownIssuers, .ownTime, .language, .json],
        examples: [
            "holdfast pin simulate --pins policy.json --host www.example.com next.pem",
            "holdfast pin simulate --pin sha256/… --known chain.pem next.pem",
        ],
        exitCodes: [.issuerNotFound, .pinMismatch, .malformedCertificate]
    ) { invocation throws(CommandError) in
        try PinSimulate(invocation).run()
    }
}

/// `holdfast pin simulate`: pins and a certificate that is to come in, what would happen out.
struct PinSimulate {
    private let invocation: Invocation

    init(_ invocation: Invocation) throws(CommandError) {
        self.invocation = invocation
        try StandardInput.check(
            invocation.operands + invocation.values(.pinFile) + invocation.values(.knownIssuers))
    }

    func run() throws(CommandError) -> ExitCode {
        let pins = try PinInput.pins(invocation)
        let name = try invocation.value(.pinnedServer).map { text throws(CommandError) in try HostArgument.parse(text) }
        let certificates = try InputCertificate.all(in: invocation.operands)
        let simulation = PinSimulation(
            of: certificates, knowing: try InputCertificate.all(in: invocation.values(.knownIssuers)), with: pins.hosts,
            for: name,
            at: try PinInput.instant(invocation))
        guard let simulation, simulation.verdict != .notPinned else {
            throw .usage(
                name.map { PinSentence.noPins(name: "\($0)") } ?? .noPinsForCertificate, code: .notPinned,
                hint: name == nil ? PinAdvice.sayWhose : .checkPatterns)
        }
        for unused in simulation.unused {
            Console.note(PinSimulationNote.notAbove(subject: "\(unused.subject)"))
        }
        let line = PinSimulationLine(simulation, invocation.operands.joined(separator: " "), pins)
        try ResultOutput(invocation).show(line, line.text)
        return switch simulation.verdict {
        case .notPinned, .passes, .reported, .expired: .success
        case .undecided: .issuerNotFound
        case .fails: .pinMismatch
        }
    }
}

/// The outcome of a simulation, for people; as JSON in the schema `holdfast.pinSimulation/1`.
struct PinSimulationLine: Encodable {
    private struct Group: Encodable {
        let group: String
        let outcome: String
        let found: [String]
        /// The found pins with their labels, for people.
        let shown: [String]

        private enum CodingKeys: String, CodingKey { case group, outcome, found }
    }

    private let schema = "holdfast.pinSimulation/1"
    private let source: String
    private let outcome: PinSimulation.Verdict
    private let verdict: String
    @Nullable private var pattern: String?
    private let groups: [Group]
    private let chain: [String]

    init(_ simulation: PinSimulation, _ source: String, _ pins: ExchangedPins) {
        self.source = source
        (outcome, verdict) = (simulation.verdict, simulation.verdict.rawValue)
        pattern = simulation.duty?.pattern.map { "\($0)" }
        let labels = pins.labels(of: simulation.duty)
        groups = simulation.groups.map { result in
            Group(
                group: result.group.rawValue, outcome: result.outcome.rawValue,
                found: result.found.map { "\($0.pin)" },
                shown: result.found.map { "\($0.pin)" + Wording.beside(labels[$0.pin]) })
        }
        chain = simulation.chain.map { "\(Pin($0))" }
    }

    func text(in language: PageLanguage) -> String {
        func told(_ note: PinSimulationNote) -> String { note.words.text(in: language) }
        var text = Wording.line(told(.verdict(source: source, outcome))) + "\n"
        for group in groups {
            let found = group.shown.isEmpty ? "" : ": " + group.shown.joined(separator: ", ")
            text += "  \(group.group): \(group.outcome)\(found)\n"
        }
        if outcome != .passes { text += "  \(told(.ownPin(chain[0])))\n" }
        return text
    }

    private enum CodingKeys: String, CodingKey { case schema, source, verdict, pattern, groups, chain }
}
