import HoldfastStatements
import HoldfastTrust
import HoldfastX509

/// The revocation status of a chain's certificates, as a verdict's JSON has it.
package struct RevocationReport: Sendable, JSONReport {
    /// One certificate that was asked about.
    package struct Entry: Sendable, JSONReport {
        /// The certificate's depth in the chain, 0 the leaf.
        package let certificate: Int
        /// `good`, `revoked`, `unknown`, `notOffered` or `notAvailable`.
        package let status: String
        /// Since when it is revoked, and why.
        package var since: String?
        package var reason: String?
        /// The way by which the statement came that the status rests on: `staple`, `cache`, `ocsp` or `crl` for what
        /// was fetched, `file`, or `set` by the program.
        package var source: String?
        /// The place that it came from, and what that took; nil for what was not fetched.
        package var url: String?
        package var bytes: Int?
        package var milliseconds: Double?
        package var cached: Bool?
        /// The times between which the statement is the newest.
        package var thisUpdate: String?
        package var nextUpdate: String?
        /// The weightiest reason why the status is not known.
        package var problem: String?
        /// The reasons why the status is not known, the weightiest first.
        package var problems: [String]?
        /// The reasons as values.
        var statements: [StatementReport]?
        /// Every place that was asked, in order.
        package var fetches: [FetchReport]?

        package var json: JSONObject {
            JSONObject(
                ["certificate": certificate, "status": status],
                unlessNone: [
                    "since": since, "reason": reason, "source": source, "url": url, "bytes": bytes,
                    "milliseconds": milliseconds, "cached": cached, "thisUpdate": thisUpdate,
                    "nextUpdate": nextUpdate, "problem": problem, "problems": problems, "statements": statements,
                    "fetches": fetches,
                ])
        }
    }

    /// `revoked` or `unknown` where that is so of any certificate, and else the status of the first, the server's own:
    /// that those above it are good says nothing of what nobody asked about.
    package let status: String
    /// The mode of checking: under `hard` an unknown status refuses, under `soft` it does not.
    package let mode: String
    package let certificates: [Entry]

    package var json: JSONObject {
        JSONObject(["status": status, "mode": mode, "certificates": certificates])
    }

    /// The report of which nothing about the single certificates was kept.
    init(status: String, mode: String) {
        (self.status, self.mode, certificates) = (status, mode, [])
    }

    /// The report of the checks; nil where nobody asked, which is something else than asked and found good.
    init?(_ checks: [RevocationCheck], _ mode: RevocationChecking) {
        certificates = checks.enumerated().compactMap { Entry($1, at: $0) }
        guard !certificates.isEmpty else { return nil }
        let found = certificates.map(\.status)
        status = ["revoked", "unknown"].first(where: found.contains) ?? found[0]
        self.mode = mode.rawValue
    }
}

extension RevocationReport.Entry {
    /// The entry of one certificate; nil where nobody asked about it.
    fileprivate init?(_ check: RevocationCheck, at depth: Int) {
        switch check.answer {
        case .notChecked: return nil
        case .notOffered: self.init(certificate: depth, status: "notOffered")
        case .notAvailable: self.init(certificate: depth, status: "notAvailable")
        case .good: self.init(certificate: depth, status: "good")
        case .revoked(let since, let reason):
            self.init(certificate: depth, status: "revoked", since: since.description, reason: "\(reason)")
        case .unknown(let problems):
            self.init(
                certificate: depth, status: "unknown", problem: problems.first?.english,
                problems: problems.map(\.english), statements: problems.map(StatementReport.init))
        }
        if let source = check.sources.first {
            let fetch = check.fetches.first { $0.kind == source.kind && $0.problem == nil }
            self.source = source.origin == .network ? source.kind.rawValue : source.origin.rawValue
            thisUpdate = source.thisUpdate.description
            nextUpdate = source.nextUpdate?.description
            if let fetch, source.origin == .network || source.origin == .cache {
                (url, bytes, cached) = (fetch.url, fetch.byteCount, fetch.isCached)
                milliseconds = JSONNumber.milliseconds(fetch.duration)
            }
        }
        if !check.fetches.isEmpty { fetches = check.fetches.map(FetchReport.init) }
    }
}
