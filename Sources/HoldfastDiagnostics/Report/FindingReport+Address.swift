import HoldfastTransport
import HoldfastTrust

extension FindingReport {
    /// What an address is reported as whose server could not prove the name; nil for any other.
    ///
    /// A warning: the verdict is about the server that was reached after it.
    init?(_ attempt: DialAttempt, host: String) {
        guard case .poisoned(let reason) = attempt.outcome else { return nil }
        self.init(
            code: .addressPoisoned, requirement: "address.proves", rule: "NameResolution", seen: reason,
            expected: "a certificate for \(host)", severity: .warning,
            message:
                "the address \(attempt.endpoint), named by \(attempt.source), leads to a server that is not \(host)",
            advice: "look at what \(attempt.source) answers (holdfast resolve --judge \(host)), and who changes it")
    }
}
