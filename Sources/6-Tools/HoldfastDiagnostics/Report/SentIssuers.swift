import HoldfastTrust
import HoldfastX509

/// The authorities' certificates that the servers of one run have sent, among which may be the issuer that another
/// server of it forgot.
///
/// What is found is said, and advised: no verdict changes.
package struct SentIssuers {
    /// Certificates of one name that are looked at: each takes a signature to be checked, and a server may send many.
    private static let maximumOfName = 16
    /// Certificates that are kept.
    private static let maximum = 10_000

    private var byName: [NormalizedName: [IssuerElsewhere]] = [:]
    private var known: Set<String> = []

    package init() {}

    /// Adds what a server sent above its own certificate.
    ///
    /// - Parameter command: the command that saves the certificate at a place of that server's list, counted from 0.
    package mutating func add(_ report: VerdictReport, saving command: (Int) -> String) {
        for (index, summary) in report.presented.enumerated().dropFirst() {
            guard known.count < Self.maximum, known.insert(summary.fingerprintSHA256).inserted,
                let certificate = try? Certificate(der: summary.der)
            else { continue }
            let name = certificate.subject.comparisonForm
            guard byName[name]?.count ?? 0 < Self.maximumOfName else { continue }
            byName[name, default: []].append(
                IssuerElsewhere(certificate, of: report.title, place: index + 1, command: command(index)))
        }
    }

    /// Names the missing issuer of a refused server in its report, where another one has sent it.
    ///
    /// - Returns: whether one was found.
    package func name(in report: inout VerdictReport) -> Bool {
        var isFound = false
        report.tell { child, words in
            guard let sent = byName[child.issuer.comparisonForm]?.first(where: { $0.isIssuer(of: child) }) else {
                return nil
            }
            isFound = true
            return sent.statements(besides: words, of: child)
        }
        return isFound
    }
}
