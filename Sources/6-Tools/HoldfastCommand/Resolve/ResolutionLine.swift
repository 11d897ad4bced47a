import HoldfastDiagnostics
import HoldfastResolving
import HoldfastStatements
import HoldfastTrust
import HoldfastX509

/// One source's answer about one kind of addresses of one name, as JSON in the schema `holdfast.resolution/1`.
struct ResolutionLine: Encodable {
    struct Address: Encodable {
        let address: String
        /// The outcome of judging the address's server, where it was judged.
        let verdict: AddressVerdict.Outcome?
        /// The codes of the errors, where it was judged.
        let findings: [String]?
        /// For connection, handshake and verdict together.
        let milliseconds: Double?
        /// The failure that kept it from a verdict.
        let error: Failure?
    }

    struct Failure: Encodable {
        let code: String
        let message: String
    }

    private let schema = "holdfast.resolution/1"
    private let name: String
    private let host: String
    private let source: String
    private let kind: String
    private let addresses: [Address]
    /// Seconds; null where the source does not say.
    @Nullable private var ttl: Int64?
    private let milliseconds: Double
    /// Null where there is an answer.
    @Nullable private var error: Failure?

    init(_ answer: SourceAnswer, of resolved: ResolvedName) {
        name = resolved.operand.text
        host = resolved.operand.name.text
        source = answer.source
        kind = answer.kind.recordName
        addresses = answer.addresses.map { address in
            let verdict = resolved.verdicts?[address]
            return Address(
                address: address.description, verdict: verdict?.outcome, findings: verdict?.findings,
                milliseconds: verdict?.took.map { JSONNumber.milliseconds($0) },
                error: verdict?.failure.map { Failure(code: $0.code, message: $0.message) })
        }
        ttl = answer.timeToLive?.components.seconds
        milliseconds = JSONNumber.milliseconds(answer.took)
        guard case .failure(let failure) = answer.result else {
            error = nil
            return
        }
        error = Failure(code: failure.code, message: failure.clause.english)
    }
}
