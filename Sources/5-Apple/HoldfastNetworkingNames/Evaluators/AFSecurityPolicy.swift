public import Foundation
public import HoldfastSecurityNames
import Synchronization

/// The way in which an ``AFSecurityPolicy`` compares a server with pinned certificates (AFNetworking 4,
/// `AFSSLPinningMode`).
public enum AFSSLPinningMode: UInt, Sendable, CaseIterable {
    /// Nothing is compared. The chain and the host name are judged by the system's anchors all the same.
    case none = 0
    /// One of the pinned certificates' keys has to be in a chain that the system's anchors vouch for.
    case publicKey = 1
    /// The pinned certificates are the only anchors, and one of them has to be in the chain.
    case certificate = 2
}

/// A judge of servers by pinned certificates, under AFNetworking 4's name for it.
///
/// The names are those of Objective-C, as Swift spells them. What differs from AFNetworking:
///
/// - `allowInvalidCertificates` and `validatesDomainName` cannot be set: what weakens trust is named `dangerously…`,
///   for hosts that are named and until an end, and says so on `DangerLog`.
/// - In the certificate mode the pinned certificates alone decide. AFNetworking asks the system's anchors first unless
///   `allowInvalidCertificates` is set, so that it takes a self-signed server with that flag alone; here no flag is
///   needed, and the host name and the dates are judged in any case.
/// - A domain of nil is refused: without a name any server's certificate would do.
/// - A pinned certificate that cannot be read is told of (``unreadableCertificates``, `DangerLog`), and pins nothing.
///
/// The keys, and the certificates, are compared with the chain that was built, not with all that a server sent.
open class AFSecurityPolicy: NSObject, ServerTrustEvaluating, @unchecked Sendable {
    private struct State {
        var pins = PinnedCertificateList()
        var leniency = AFLeniency()
    }

    private let mode: AFSSLPinningMode
    private let state: Mutex<State>

    /// A policy without pins: ``AFSSLPinningMode/none``.
    public override convenience init() { self.init(pinningMode: .none, withPinnedCertificates: []) }

    /// A policy with the `.cer` files of the main bundle, as ``certificates(in:)`` reads them.
    ///
    /// A SwiftPM program has its files in `Bundle.module`: give it their certificates with
    /// ``init(pinningMode:withPinnedCertificates:)``.
    public convenience init(pinningMode: AFSSLPinningMode) {
        self.init(pinningMode: pinningMode, withPinnedCertificates: Self.certificates(in: .main))
    }

    /// A policy with pinned certificates.
    ///
    /// - Parameters:
    ///   - pinningMode: what is compared.
    ///   - pinnedCertificates: each the DER bytes of one certificate. Without one that can be read a mode that pins
    ///     refuses every server.
    public init(pinningMode: AFSSLPinningMode, withPinnedCertificates pinnedCertificates: Set<Data>) {
        mode = pinningMode
        state = Mutex(State(pins: PinnedCertificateList(pinnedCertificates)))
    }

    /// A policy that pins nothing: the chain and the host name, by the system's anchors.
    open class func defaultPolicy() -> AFSecurityPolicy { AFSecurityPolicy() }

    /// A policy as of ``defaultPolicy()``, by the name that Swift gives to Objective-C's.
    public class func `default`() -> AFSecurityPolicy { defaultPolicy() }

    /// The contents of every `.cer` file of a bundle. A file that cannot be read is told of on `DangerLog`.
    open class func certificates(in bundle: Bundle) -> Set<Data> { PinnedCertificateList.files(of: bundle) }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The way in which servers are compared with ``pinnedCertificates``.
    open var SSLPinningMode: AFSSLPinningMode { mode }

    /// The mode that ``SSLPinningMode`` gives, by the name that Swift gives to it.
    public final var sslPinningMode: AFSSLPinningMode { SSLPinningMode }

    /// The pinned certificates, each as its DER bytes; nil for none.
    open var pinnedCertificates: Set<Data>? {
        get { state.withLock { $0.pins.given } }
        set { state.withLock { $0.pins = PinnedCertificateList(newValue) } }
    }

    /// The pinned certificates that cannot be read, or whose key cannot be compared: they pin nothing.
    open var unreadableCertificates: Set<Data> { state.withLock { $0.pins.unreadable } }

    /// Whether the host name is judged: true, but while ``dangerouslySkipDomainName(for:until:)`` holds for some host.
    open var validatesDomainName: Bool { state.withLock { !$0.leniency.skipsName(of: nil, at: Date()) } }

    /// Whether a chain is accepted that no anchor vouches for: false, but while
    /// ``dangerouslyAllowInvalidCertificates(for:until:)`` holds for some host.
    open var allowInvalidCertificates: Bool { state.withLock { $0.leniency.allowsInvalid(nil, at: Date()) } }

    /// For tests: what AFNetworking's `allowInvalidCertificates` lets through, for these hosts and until an end.
    ///
    /// In ``AFSSLPinningMode/none`` any certificate is accepted, once the host name is not judged either; while it is,
    /// every server is refused, as AFNetworking does it. In ``AFSSLPinningMode/publicKey`` the server's own key alone
    /// is compared. ``AFSSLPinningMode/certificate`` has its anchors in the pins, and lets nothing more through.
    ///
    /// - Parameters:
    ///   - hosts: names or addresses, compared as a whole and without the case of letters. No wildcards.
    ///   - end: from when on it no longer holds; 30 days from now at most, a later one counts as that.
    open func dangerouslyAllowInvalidCertificates(for hosts: Set<String>, until end: Date) {
        state.withLock { $0.leniency.allowInvalid(hosts, until: end) }
    }

    /// For tests: what AFNetworking's `validatesDomainName = false` lets through, for these hosts and until an end.
    ///
    /// The certificate of any other server under the same anchors is accepted then.
    ///
    /// - Parameters:
    ///   - hosts: names or addresses, compared as a whole and without the case of letters. No wildcards.
    ///   - end: from when on it no longer holds; 30 days from now at most, a later one counts as that.
    open func dangerouslySkipDomainName(for hosts: Set<String>, until end: Date) {
        state.withLock { $0.leniency.skipName(hosts, until: end) }
    }

    /// Whether a server is to be trusted.
    ///
    /// - Parameters:
    ///   - serverTrust: the server's certificates; its policies, and in the certificate mode its anchors, are set.
    ///   - domain: the host that was asked for; nil is refused.
    open func evaluateServerTrust(_ serverTrust: SecTrust, forDomain domain: String?) -> Bool {
        guard let domain else { return false }
        return refusal(of: serverTrust, forHost: domain) == nil
    }

    /// Judges a server as ``evaluateServerTrust(_:forDomain:)`` does, and throws the reason of a refusal.
    ///
    /// - Throws: ``ServerTrustFailureReason``.
    public final func evaluate(_ trust: SecTrust, forHost host: String) throws {
        guard !evaluateServerTrust(trust, forDomain: host) else { return }
        throw refusal(of: trust, forHost: host) ?? .trustEvaluationFailed(host: host, error: nil)
    }

    /// The reason why a server is refused; nil for one that is accepted.
    private func refusal(of trust: SecTrust, forHost host: String) -> ServerTrustFailureReason? {
        let (pins, leniency) = state.withLock { ($0.pins, $0.leniency) }
        let now = Date()
        let judge = AFServerJudge(
            trust: trust, host: host, pins: pins, skipsName: leniency.skipsName(of: host, at: now),
            allowsInvalid: leniency.allowsInvalid(host, at: now))
        do throws(ServerTrustFailureReason) {
            try judge.judge(by: SSLPinningMode)
            return nil
        } catch {
            return error
        }
    }
}
