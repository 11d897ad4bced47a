/// One difference between a target's verdict and that of an earlier run.
package struct ScanChange: Hashable, Sendable {
    /// The kind of difference.
    package enum Kind: String, Hashable, Sendable, Encodable, CaseIterable {
        /// The target is refused or not reached for a reason that it was not refused for.
        case newlyFailing
        /// The target was refused or not reached, and is no longer.
        case mended
        /// The server shows another certificate.
        case otherCertificate
        /// The certificate is for another key.
        case otherKey
        /// Another authority has issued the certificate.
        case otherIssuer
        /// The certificate ends at another time.
        case endMoved
        /// The target was not in the list.
        case new
        /// The target is no longer in the list.
        case gone
    }

    package let kind: Kind
    /// The state before: a code, a fingerprint, a name or a time; nil where there was none.
    package let before: String?
    /// The state now; nil where there is none.
    package let after: String?

    package init(_ kind: Kind, before: String? = nil, after: String? = nil) {
        (self.kind, self.before, self.after) = (kind, before, after)
    }
}

extension ScanChange: JSONReport {
    package var json: JSONObject { JSONObject(["kind": kind, "before": before, "after": after]) }
}
