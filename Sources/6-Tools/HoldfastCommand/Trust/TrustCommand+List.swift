import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastStatements
import HoldfastTrust
import HoldfastX509

/// `holdfast trust list`: all exceptions, those that have ended and are still in the file too.
struct TrustList {
    private let isJSON: Bool
    private let store: ExceptionStore

    init(_ invocation: Invocation, _ store: ExceptionStore) {
        isJSON = invocation.has(.json)
        self.store = store
    }

    func run() -> ExitCode {
        let now = SystemClock.now()
        let exceptions = store.load()
        for exception in exceptions { ExceptionLine(exception, at: now).show(json: isJSON) }
        if exceptions.isEmpty { Console.note(TrustNote.none) }
        return .success
    }
}

/// An exception as commands show it; as JSON in the schema `holdfast.exception/1`.
struct ExceptionLine: Encodable {
    private let schema = "holdfast.exception/1"
    /// SHA-256 of the certificate, lower-case hexadecimal.
    private let certificate: String
    @Nullable private var host: String?
    private let policy: String
    private let codes: [String]
    private let createdAt: String
    private let until: String
    @Nullable private var note: String?
    /// Whether it holds now.
    private let inForce: Bool

    init(_ exception: TrustException, at now: Instant) {
        certificate = HexString.encode(exception.certificate)
        host = exception.host?.description
        policy = exception.purpose.name
        codes = exception.codes.map(\.rawValue).sorted()
        createdAt = exception.createdAt.toTheMillisecond
        until = exception.until.toTheMillisecond
        note = exception.note
        inForce = exception.isInForce(at: now)
    }

    func show(json isJSON: Bool) {
        guard !isJSON else { return Output.line(of: self) }
        let language = LanguageOption.spoken
        let standing = TrustNote.standing(inForce: inForce, from: createdAt, until: until, codes: codes)
        let colon = LocalizedText(": ", "：").text(in: language)
        var text = "\(Console.resultStyle.strong(host ?? policy))\(colon)\(standing.words.text(in: language))\n"
        text += "  SHA-256  \(certificate)\n"
        if let note { text += LocalizedText("  note     ", "  备注     ").text(in: language) + "\(Wording.line(note))\n" }
        Console.result(text)
    }
}
