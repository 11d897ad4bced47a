import HoldfastDiagnostics
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastPolicy
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust

/// The reason why a client's requests to one server are answered by the gate itself.
struct Refusal: Sendable {
    let target: GateTarget
    let status: Int
    /// One clause for people.
    let statement: Statement
    /// The advice; nil for none.
    let advice: Statement?
    /// The clause in English.
    var message: String { statement.description }
    /// The advice in English; empty for none.
    var hint: String { advice?.description ?? "" }
    /// The line that leads to an explanation; nil where there is none.
    let more: String?
    /// The error type of RFC 9209 §2.3.
    let proxyError: String
    /// The warning, where it is the server's certificate that was refused.
    let warning: Interstitial?
    /// The part of a policy file in the verdict that refused the server; nil where none is in force.
    let policyFile: Statement?

    /// The refusal that an error on the way to a server is.
    ///
    /// - Parameter limit: the longest time that a decision to go on may hold.
    init(_ error: HTTPSError, of target: GateTarget, goOnLimit limit: Duration) {
        self.target = target
        statement = error.statement
        advice = error.adviceStatement
        more = ExplainLine.note(error.trustFailure?.cause.code.rawValue ?? error.code.rawValue)
        if let failure = error.trustFailure {
            (status, proxyError) = (502, "tls_certificate_error")
            warning = Interstitial(failure, atMost: limit)
            policyFile = PolicyFileReport(failure.policy)?.statement
            return
        }
        (warning, policyFile) = (nil, nil)
        (status, proxyError) =
            if error.isTimeout {
                (504, "connection_timeout")
            } else {
                switch error.phase {
                case .name: (502, "dns_error")
                case .connect: (502, "connection_refused")
                case .tls: (502, "tls_protocol_error")
                case .request, .transfer, .internal: (502, "proxy_internal_error")
                }
            }
    }

    /// A refusal that the server's certificate has no part in.
    init(
        _ status: Int, _ statement: Statement, advice: GateAdvice? = nil,
        proxyError: String = "http_request_denied", of target: GateTarget
    ) {
        self.target = target
        (self.status, self.statement, self.proxyError) = (status, statement, proxyError)
        self.advice = advice?.statement
        (more, warning, policyFile) = (nil, nil, nil)
    }

    /// The field that tells programs (RFC 9209 §2).
    var proxyStatus: HTTPField {
        let details = message.unicodeScalars.map { scalar -> String in
            // RFC 8941 §3.3.3: printable ASCII, with two characters escaped.
            guard (0x20...0x7e).contains(scalar.value) else { return "?" }
            return scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : "\(scalar)"
        }.prefix(300).joined()
        return HTTPField("Proxy-Status", "\(GateVia.pseudonym); error=\(proxyError); details=\"\(details)\"")
    }
}
