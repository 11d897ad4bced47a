import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastCrypto
import HoldfastPolicy
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// `holdfast trust remove`: a certificate or a host in, and what was trusted for it no more.
struct TrustRemove {
    private enum Meant {
        case certificate([UInt8])
        case host(ServerName)
        case everything

        func includes(_ exception: TrustException) -> Bool {
            switch self {
            case .certificate(let fingerprint): exception.certificate == fingerprint
            case .host(let name): exception.host == name
            case .everything: true
            }
        }
    }

    private let operand: String
    private let meant: Meant
    private let removesAll: Bool
    private let isJSON: Bool
    private let store: ExceptionStore

    init(_ invocation: Invocation, _ store: ExceptionStore) throws(CommandError) {
        self.store = store
        isJSON = invocation.has(.json)
        removesAll = invocation.has(.all)
        guard let text = invocation.operands.first else {
            guard removesAll else {
                throw .usage(
                    UsageSentence.needs(option: "trust remove", needed: "FINGERPRINT|HOST"),
                    hint: TrustCommandAdvice.allRemovesExceptions)
            }
            (operand, meant) = ("", .everything)
            return
        }
        operand = text
        let digits = text.replacing(":", with: "")
        if digits.utf8.count == 64, let fingerprint = HexString.decode(digits) {
            meant = .certificate(fingerprint)
        } else if let name = (try? HostArgument.parse(text)) ?? (try? Target(text))?.url.serverName {
            meant = .host(name)
        } else {
            throw .usage(
                TrustCommandSentence.neitherFingerprintNorHost(text: text),
                hint: TrustCommandAdvice.listShowsBoth)
        }
    }

    func run() throws(CommandError) -> ExitCode {
        let now = SystemClock.now()
        let found = store.load().filter(meant.includes)
        if case .everything = meant {
        } else {
            guard !found.isEmpty else {
                throw .usage(
                    TrustCommandSentence.noException(operand: operand), code: .noSuchException,
                    hint: TrustCommandAdvice.listShows)
            }
            guard found.count == 1 || removesAll else {
                throw .usage(
                    TrustCommandSentence.several(count: found.count, operand: operand),
                    code: .severalExceptions,
                    hint: TrustCommandAdvice.addAll)
            }
        }
        do throws(TrustExceptionStoreError) {
            let change =
                if case .everything = meant {
                    try store.store.removeAll(at: now)
                } else {
                    try store.store.remove(at: now, where: meant.includes)
                }
            ExceptionStore.complain(change.problems)
        } catch {
            throw CommandError(error)
        }
        for exception in found {
            let name = HexString.encode(exception.certificate)
            Console.note(
                TrustNote.removed(name: exception.host?.description ?? exception.purpose.name, certificate: name))
        }
        if isJSON { for exception in found { ExceptionLine(exception, at: now).show(json: true) } }
        return .success
    }
}
