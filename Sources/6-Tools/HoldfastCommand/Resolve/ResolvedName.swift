import HoldfastDiagnostics
import HoldfastResolving
import HoldfastStatements
import HoldfastX509

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

    /// The cause for each address that has no proof of the name: the first finding, or the failure.
    var causes: [String?] {
        addresses.map { address in verdicts?[address].flatMap { $0.findings.first ?? $0.failure?.code } }
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
    var complaints: [CommandError] {
        var complaints: [CommandError] = []
        var told: Set<[String]> = []
        func complain(_ exitCode: ExitCode, _ code: ErrorCode, _ sentence: ResolveSentence, _ advice: ResolveAdvice?) {
            complaints.append(
                CommandError(
                    exitCode, code,
                    TargetSentence.about(target: operand.text, answer: sentence.statement).statement,
                    advice: advice?.statement))
        }
        for answer in answers {
            guard let failure = answer.failure,
                told.insert([answer.source, failure.code, failure.clause.english]).inserted
            else {
                continue
            }
            complain(
                failure.reason == .timedOut ? .timedOut : .connection, .library(failure.code),
                .source(source: answer.source, reason: failure.clause), failure.advice)
        }
        if addresses.isEmpty {
            complain(
                .connection, .command(.noAddress), .noAddressAnywhere,
                complaints.isEmpty ? .spellingOrAnother : nil)
        }
        return complaints
    }
}
