/// Whether an authority's word that it took a certificate back is asked for, and what not knowing means.
///
/// The word is a revocation list or an OCSP response; nothing is fetched.
public enum RevocationChecking: String, Hashable, Sendable, CaseIterable {
    /// Nothing is looked at: a revoked certificate passes.
    case off
    /// What is known to be revoked is refused; what is not known is a warning.
    case soft
    /// What is known to be revoked is refused, and so is what is not known to be good (`revocationUnknown`).
    ///
    /// Every certificate of the path below its anchor has to be covered; a server staples a response for its own alone.
    case hard
}
