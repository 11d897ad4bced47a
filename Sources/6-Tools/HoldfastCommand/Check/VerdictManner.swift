import HoldfastDiagnostics
import HoldfastTrust
import HoldfastStatements

extension CommandOption {
    static let verdictDetails = CommandOption(
        details.name,
        help: "also print the policy, Apple's word for the result, each finding's OSStatus and the chain's deadlines",
        chinese: "另外输出策略、Apple 对结果的称谓、每个问题的 OSStatus 与证书链的期限")
    static let table = CommandOption(
        "--table",
        help: "print one line for each target, with what is left of its time, and a summary",
        chinese: "每个目标输出一行，含剩余时间，并附汇总")
}

/// The manner in which a command tells people of verdicts: their language, their terminal's width, how much.
struct VerdictManner: Sendable {
    let language: PageLanguage
    private let showsDetails: Bool
    private let namesAnchors: Bool
    private var wantsAnchors = false
    /// Notes on hosts that a policy file misses by little, where the verdict's own text does not tell them.
    private var nearMisses: [PolicySentence] = []
    /// Notes that were told, each with its servers.
    private var notes = ScanCodes()
    /// Near misses that are told at most.
    private static let mostNearMisses = 10

    init(_ invocation: Invocation) throws(CommandError) {
        language = try LanguageOption.parse(invocation)
        showsDetails = invocation.has(.verdictDetails)
        namesAnchors = [CommandOption.anchors, .anchorsOnly].contains(where: invocation.has)
    }

    /// The verdict as text, folded to the terminal; empty for a target that got none.
    mutating func text(of report: VerdictReport) -> String {
        let codes: [FindingCode] = [.issuerNotFound, .noAnchor, .selfSignedNotAnchor]
        if let code = report.cause?.code, codes.contains(where: { $0.rawValue == code }) { wantsAnchors = true }
        return withoutTold(report).text(
            Console.resultStyle, width: Descriptor.columns, language: language, details: showsDetails)
            + Console.explanation(of: [report.cause?.code], language)
    }

    /// The verdict without the notes that stand in that of another server already, where no details are wanted.
    private mutating func withoutTold(_ report: VerdictReport) -> VerdictReport {
        guard !showsDetails else { return report }
        let told = Set(notes.rows.map(\.code))
        for code in Set(report.findings.filter { $0.severity == .note }.map(\.code)).sorted() {
            notes.add(code, about: report.title)
        }
        return report.leavingOut { told.contains($0.code) }
    }

    /// The notes that several servers have, each of which was told of the first alone.
    func repeatedNotes() -> String {
        let text = notes.text(of: .note, least: 2, language: language)
        return text.isEmpty ? "" : "\n" + text
    }

    /// The notes of servers whose lines had no room for them.
    func notes(of codes: ScanCodes) -> String { codes.text(of: .note, least: 1, language: language) }

    /// The tables of clients and of protocols alone, of a target that got no verdict; nil where nobody asked.
    func tables(of report: VerdictReport) -> String? {
        report.tablesText(Console.resultStyle, width: Descriptor.columns, language: language)
    }

    /// Names the option for private authorities once, where a verdict wanted one and none was named.
    func advise() {
        for note in nearMisses { Console.note(note) }
        guard wantsAnchors, !namesAnchors else { return }
        Console.advise(CheckAdvice.ownAnchors)
    }

    /// Keeps what a policy file has to do with a target whose line has no room for it, or that got no verdict.
    mutating func keepNote(about report: VerdictReport, isLine: Bool) {
        guard let file = report.policyFile, nearMisses.count < Self.mostNearMisses else { return }
        guard isLine ? file.nearest != nil : file.isTelling else { return }
        // Of several hosts nobody would know whose note it is; where nothing is in force the words name it.
        nearMisses.append(
            file.parts.isEmpty ? .note(file.statement) : .noteOfHost(host: report.title, file.statement))
    }

    /// The table of verdicts about some targets.
    func table(of targets: [Target]) -> VerdictTable {
        VerdictTable(names: targets.map(\.text), Console.resultStyle, width: Descriptor.columns, language: language)
    }

    /// The complaint about a target that got no verdict; nil where it got one.
    func complaint(about report: VerdictReport) -> CommandError? {
        guard let failure = report.failure else { return nil }
        var error = CommandError(failure, target: report.title)
        if failure.phase == .name, let advice = NamedFile.advice(aboutUnknown: report.title) {
            error.adviceStatement = advice
        }
        return error
    }
}
