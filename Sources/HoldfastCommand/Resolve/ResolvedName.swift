import HoldfastResolving
import HoldfastTrust
import HoldfastStatements
import HoldfastWords

/// One name, all sources side by side, and what became of the addresses that they gave.
struct ResolvedName: Sendable {
    let operand: NameOperand
    /// In the order of the sources, A before AAAA.
    let answers: [SourceAnswer]
    /// Nil where no address was to be judged.
    let verdicts: [IPAddress: AddressVerdict]?

    /// Every address once, in the order of the answers.
    var addresses: [IPAddress] {
        var seen: Set<IPAddress> = []
        return answers.flatMap(\.addresses).filter { seen.insert($0).inserted }
    }

    /// The sources that gave an address, and those that gave others of its kind, each in their order.
    func sources(of address: IPAddress) -> (giving: [String], others: [String]) {
        let kind = AddressKind(of: address)
        let answering = answers.filter { $0.kind == kind && !$0.addresses.isEmpty }
        return (
            answering.filter { $0.addresses.contains(address) }.map(\.source),
            answering.filter { !$0.addresses.contains(address) }.map(\.source)
        )
    }

    /// The addresses whose servers showed that they are not those of the name.
    var impostors: [IPAddress] {
        addresses.filter { address in verdicts?[address].map { $0.outcome == .notTrusted } ?? false }
    }

    /// A server that cannot prove the name weighs most; then a name without any address, a source without an answer,
    /// and an address that could not be judged.
    var exitCode: ExitCode {
        let each = addresses.compactMap { verdicts?[$0] }
        if let refused = each.first(where: { $0.outcome == .notTrusted }) { return refused.exitCode }
        if addresses.isEmpty {
            return answers.allSatisfy { $0.failure?.reason == .timedOut } ? .timedOut : .connection
        }
        if let failure = answers.compactMap(\.failure).first {
            return failure.reason == .timedOut ? .timedOut : .connection
        }
        return each.first { $0.exitCode != .success }?.exitCode ?? .success
    }

    /// Lines for standard error: each source that gave no answer, and that there is no address at all.
    func complaints(in language: PageLanguage) -> [CommandError] {
        var complaints: [CommandError] = []
        var told: Set<[String]> = []
        func complain(_ exitCode: ExitCode, _ code: String, _ words: LocalizedText, hint: LocalizedText?) {
            let text = CommandError.message(words.text(in: language), about: operand.text, in: language)
            var complaint = CommandError(exitCode, code: code, text, hint: hint?.text(in: language))
            complaint.language = language
            complaints.append(complaint)
        }
        for answer in answers {
            guard let failure = answer.failure,
                told.insert([answer.source, failure.code, failure.clause.english]).inserted
            else {
                continue
            }
            let (source, clause) = (answer.source, failure.clause)
            complain(
                failure.reason == .timedOut ? .timedOut : .connection, failure.code,
                LocalizedText("\(source): \(Wording.clause(clause.english))", "\(source)：\(clause.chinese)"),
                hint: failure.hint)
        }
        if addresses.isEmpty {
            let advice = LocalizedText("check the spelling, or ask another resolver", "请检查拼写，或询问另一个解析器")
            complain(
                .connection, "noAddress", LocalizedText("no source has an address", "没有来源给出地址"),
                hint: complaints.isEmpty ? advice : nil)
        }
        return complaints
    }
}
