import HoldfastHTTPS
package import HoldfastTrust
import Synchronization

/// Certificates to be judged, the policies to judge them by, and what came of it.
///
/// A result stays until a setting changes. Safe to use from any thread; settings that one thread changes while another
/// evaluates take effect before or after, as it happens.
public final class SecTrust: Sendable {
    struct State {
        var settings: TrustSettings {
            didSet { judgement = nil }
        }
        /// The verdict under the settings; nil until it is asked for.
        var judgement: TrustJudgement?
        /// The verdict that the last evaluation gave to a program; nil before the first. Later changes leave it.
        var said: (isTrusted: Bool, refusal: TrustFailure?)?
    }

    private let state: Mutex<State>

    init(_ settings: TrustSettings) { state = Mutex(State(settings: settings)) }

    var settings: TrustSettings { state.withLock { $0.settings } }

    /// The last verdict; nil where there was none since the last change.
    var lastJudgement: TrustJudgement? { state.withLock { $0.judgement } }

    /// The verdict under the settings, judged now unless they were already.
    var judgement: TrustJudgement { judged.judgement }

    /// The settings, and the verdict under them.
    var judged: (settings: TrustSettings, judgement: TrustJudgement) {
        state.withLock { state in
            if let known = state.judgement { return (state.settings, known) }
            let made = TrustJudgement(state.settings)
            state.judgement = made
            return (state.settings, made)
        }
    }

    /// The verdict under the settings, for a program that decides by it; remembered as told.
    func evaluated() -> TrustJudgement {
        let judgement = judgement
        state.withLock { $0.said = (judgement.result.isTrusted, judgement.refusal) }
        return judgement
    }

    /// Whether the last evaluation told a program that the certificates are not to be trusted.
    package var wasFoundUntrusted: Bool { state.withLock { $0.said?.isTrusted == false } }

    /// Whether the last evaluation told a program that the certificates are trusted.
    package var wasFoundTrusted: Bool { state.withLock { $0.said?.isTrusted == true } }

    /// The refusal that the last evaluation told a program; nil where there was none.
    package var refusalSaid: TrustFailure? { state.withLock { $0.said?.refusal } }

    func change(_ change: (inout TrustSettings) -> Void) { state.withLock { change(&$0.settings) } }
}

extension SecTrust: Hashable {
    /// Two are equal when they are the same object, since each has a state of its own.
    public static func == (left: SecTrust, right: SecTrust) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension SecTrust: CFObject {
    static let typeID: CFTypeID = 0x5EC_0003

    var coreFoundationDescription: String {
        let leaf = settings.certificates.first?.coreFoundationDescription ?? "no certificate"
        return "<SecTrust \(leaf), \(lastJudgement?.result ?? .invalid)>"
    }
}

/// The type of ``SecTrust`` among Core Foundation's.
public func SecTrustGetTypeID() -> CFTypeID { SecTrust.typeID }

/// Puts certificates and policies together, to be judged.
///
/// - Parameters:
///   - certificates: one `SecCertificate` or an array of them, the one to be judged first; the order of the others does
///     not matter.
///   - policies: one `SecPolicy` or an array of them, each of which has to be met; nil for
///     ``SecPolicyCreateBasicX509()``.
///   - trust: where the object is put; nil is put there on failure.
/// - Returns: `errSecSuccess`; `errSecParam` for no certificate or policy, and for objects of another type.
@discardableResult
public func SecTrustCreateWithCertificates(
    _ certificates: CFTypeRef, _ policies: CFTypeRef?, _ trust: UnsafeMutablePointer<SecTrust?>
) -> OSStatus {
    unsafe trust.pointee = nil
    guard let certificates: [SecCertificate] = objects(in: certificates), !certificates.isEmpty else {
        return errSecParam
    }
    var settings = TrustSettings(certificates: certificates)
    if let policies {
        guard let policies: [SecPolicy] = objects(in: policies), !policies.isEmpty else { return errSecParam }
        settings.policies = policies
    }
    unsafe trust.pointee = SecTrust(settings)
    return errSecSuccess
}

/// The objects of one type in an array, or the one that is given itself; nil where there is anything else.
func objects<Object: CFObject>(in value: CFTypeRef) -> [Object]? {
    if let object = value as? Object { return [object] }
    return value as? [Object]
}
