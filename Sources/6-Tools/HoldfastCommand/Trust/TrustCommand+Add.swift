import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastJSON
import HoldfastPolicy
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// `holdfast trust add`: a certificate and the user's decision in, an exception out.
struct TrustAdd {
    /// The file, or the target as it is shown.
    private let source: String
    private let target: Target?
    private let host: ServerName
    private let codes: Set<FindingCode>?
    private let until: Instant
    private let now: Instant
    private let options: TrustOptions
    private let invocation: Invocation
    private let store: ExceptionStore

    init(_ invocation: Invocation, _ store: ExceptionStore) throws(CommandError) {
        self.invocation = invocation
        self.store = store
        let operand = invocation.operands[0]
        target = try Operand(operand, startTLS: try StartTLSOption.parse(invocation)).target
        source = target?.text ?? operand
        host = try Self.host(invocation, target)
        // Whole seconds: the store and its readers agree on them, and no clock is a fraction behind.
        now = Instant(secondsSince1970: SystemClock.now().secondsSince1970)
        until = try Self.until(invocation.value(.until), now)
        codes = try invocation.value(.codes).map(Self.codes)
        options = try TrustOptions(invocation, exceptions: TrustExceptions.none)
    }

    func run() async throws(CommandError) -> ExitCode {
        let (leaf, refusal) = try await judged()
        let needed = Set(refusal?.errors.map(\.code) ?? [])
        let never = Self.list(needed.filter { !$0.isExceptable })
        guard never.isEmpty else {
            throw .usage(
                TrustCommandSentence.notExceptable(source: source, codes: never), code: .notExceptable,
                hint: TrustCommandAdvice.explains(command: target == nil ? "evaluate" : "check"))
        }
        guard let codes else { throw undecided(leaf, refusal, needed) }
        let exception: TrustException
        do throws(TrustExceptionError) {
            exception = try TrustException(
                certificate: leaf.fingerprint, host: host, codes: codes, createdAt: now, until: until,
                note: invocation.value(.note))
        } catch {
            throw Self.failure(error)
        }
        do throws(TrustExceptionStoreError) {
            let change = try store.store.add(exception, at: now)
            ExceptionStore.complain(change.problems)
            if !change.removed.isEmpty { Console.note(TrustNote.replaces) }
        } catch {
            throw CommandError(error)
        }
        let missing = needed.subtracting(codes)
        if !missing.isEmpty { Console.note(TrustNote.notCovered(codes: Self.list(missing))) }
        let spare = codes.subtracting(needed)
        if !spare.isEmpty { Console.note(TrustNote.notFoundNow(codes: Self.list(spare))) }
        ExceptionLine(exception, at: now).show(json: invocation.has(.json))
        // Errors come by rank: the first that is not covered is what the server is refused for from now on.
        let remaining = refusal?.errors.first { missing.contains($0.code) }
        return remaining.map { ExitCode(status: $0.code.exitCode) } ?? .success
    }

    /// The certificate, and why it is refused; nil where it is trusted.
    private func judged() async throws(CommandError) -> (Certificate, TrustFailure?) {
        if let target {
            let dial = try DialOptions(invocation)
            try LiveServer.check([target], by: dial)
            let server = LiveServer(trust: options, dial: dial, identity: try IdentityOptions(invocation))
            switch try await server.judgement(of: target) {
            case .success(let evaluation): return (try leaf(of: evaluation.presented), nil)
            case .failure(let refusal): return (try leaf(of: refusal.presented), refusal)
            }
        }
        let trust = try CertificateInput.chain(try CertificateInput.certificates(in: source))
        let leaf = try leaf(of: trust)
        do throws(TrustFailure) {
            _ = try TrustEngine().evaluate(
                trust, with: options.sessionPolicy(for: host), at: now, supplying: options.revocation.evidence)
            return (leaf, nil)
        } catch {
            return (leaf, error)
        }
    }

    private func leaf(of trust: ServerTrust) throws(CommandError) -> Certificate {
        switch trust.presented[0] {
        case .certificate(let leaf): return leaf
        case .malformed(_, let error):
            throw CommandError(
                .malformedCertificate, code: .malformedCertificate,
                TrustCommandSentence.unreadable(source: source, reason: error.statement),
                hint: TrustCommandAdvice.installAgain)
        }
    }

    /// The error for a user who named no codes: trust is never implied.
    private func undecided(_ leaf: Certificate, _ refusal: TrustFailure?, _ needed: Set<FindingCode>) -> CommandError {
        guard let refusal else {
            return .usage(
                TrustCommandSentence.trustedAlready(source: source, host: "\(host)"),
                hint: TrustCommandAdvice.nameIt)
        }
        Console.note("\(Wording.line(leaf.subject.description)), SHA-256 \(HexString.encode(leaf.fingerprint))")
        for error in refusal.errors {
            Console.note(TrustNote.finding(code: error.code.rawValue, error.statements.message))
        }
        return .usage(
            TrustCommandSentence.codesNeeded(source: source), code: .codesNeeded,
            hint: TrustCommandAdvice.addCodes(codes: Self.list(needed, by: ",")))
    }
}

extension TrustAdd {
    private static func host(_ invocation: Invocation, _ target: Target?) throws(CommandError) -> ServerName {
        let named = try invocation.value(.exceptionHost).map { text throws(CommandError) in
            try HostArgument.parse(text)
        }
        if let target {
            guard named == nil || named == target.url.serverName else {
                throw .usage(
                    TrustCommandSentence.hostDiffers(name: "\(target.url.serverName)"),
                    hint: TrustCommandAdvice.connectElsewhere)
            }
            return target.url.serverName
        }
        try Operand.refuse(connectionOptionsOf: invocation, and: CommandOption.fetching)
        guard let named else {
            throw .usage(
                UsageSentence.needs(option: "trust add FILE", needed: "--host NAME"), hint: TrustCommandAdvice.oneHost)
        }
        return named
    }

    private static func until(_ text: String?, _ now: Instant) throws(CommandError) -> Instant {
        guard let text else {
            throw .usage(
                UsageSentence.needs(option: "trust add", needed: "--until"), hint: TrustCommandAdvice.writeUntil)
        }
        return try TimeArgument.end(text, from: now, of: .until)
    }

    private static func codes(_ text: String) throws(CommandError) -> Set<FindingCode> {
        var codes: Set<FindingCode> = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let code = FindingCode.named(String(name)) else {
                let near = Suggestion.closest(to: String(name), among: FindingCode.all.map(\.rawValue))
                throw .usage(
                    TrustCommandSentence.noCode(name: String(name)),
                    hint: near.map { UsageAdvice.didYouMean(word: $0) } ?? TrustCommandAdvice.jsonNamesCodes)
            }
            codes.insert(code)
        }
        do throws(TrustExceptionError) {
            try TrustException.check(codes)
        } catch {
            throw .usage(
                TrustCommandSentence.codes(reason: error.statement), code: .notExceptable,
                hint: TrustCommandAdvice.mend)
        }
        return codes
    }

    private static func failure(_ error: TrustExceptionError) -> CommandError {
        switch error {
        case .endsBeforeItBegins(let until):
            .usage(UsageSentence.untilIsOver(until: "\(until)"), hint: TrustCommandAdvice.stillToCome)
        case .endsTooLate:
            .usage(TrustCommandSentence.until(reason: error.statement), hint: TrustCommandAdvice.addAnew)
        case .noteTooLong:
            .usage(TrustCommandSentence.note(reason: error.statement), hint: TrustCommandAdvice.writeLess)
        case .noCodes, .notExceptable, .notAFingerprint:
            .usage(TrustCommandSentence.codes(reason: error.statement))
        }
    }

    private static func list(_ codes: Set<FindingCode>, by separator: String = ", ") -> String {
        codes.sorted { ($0.rank, $0.rawValue) < ($1.rank, $1.rawValue) }.map(\.rawValue).joined(separator: separator)
    }
}
