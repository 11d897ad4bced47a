import Foundation
package import HoldfastHTTPS
package import HoldfastPins
package import HoldfastPolicy
import HoldfastTrust

/// App Transport Security's rules, for this process.
///
/// Its rules come from the file that the environment variable `HOLDFAST_INFO_PLIST` names, or else from the Info.plist
/// of the main bundle if that has the key `NSAppTransportSecurity`. Without either, as in tools for the command line on
/// Apple's systems, nothing is refused. Rules that cannot be read refuse every request without TLS, and leave servers
/// with TLS Apple's own demands, without an exception.
package enum ProcessTransportSecurity: Sendable {
    /// There is no Info.plist.
    case absent
    case inForce(AppTransportSecurity)
    case undecided(AppTransportSecurityError)

    /// The name of the environment variable; it is read once, and an empty one counts as none. In a program that runs
    /// with more rights than its caller it is not read at all.
    package static let variable = "HOLDFAST_INFO_PLIST"

    /// The rules of the process, as they were when the first session was made.
    package static let current = ProcessTransportSecurity(
        environment: ProcessEnvironment.value, bundle: Bundle.main.infoDictionary)

    /// Finds the policy of the process, from its environment and its main bundle.
    ///
    /// - Parameters:
    ///   - environment: gives the value of a variable.
    ///   - bundle: the Info.plist of the main bundle.
    package init(environment: (String) -> String?, bundle: [String: Any]?) {
        do throws(AppTransportSecurityError) {
            if let path = environment(Self.variable), !path.isEmpty {
                self = .inForce(try AppTransportSecurity(infoPlistAt: path))
            } else if let settings = bundle?["NSAppTransportSecurity"] {
                self = .inForce(try AppTransportSecurity(settings: settings))
            } else {
                self = .absent
            }
        } catch { self = .undecided(error) }
    }

    /// The reason why no request without TLS may go to a host; nil if it may.
    package func refusal(host: String) -> PlainHTTPError? {
        switch self {
        case .absent: nil
        case .inForce(let rules): rules.refusal(host: host)
        case .undecided(let problem): PlainHTTPError(host: host, reason: .undecided(problem))
        }
    }

    /// Has a session keep to the rules.
    package func apply(to https: inout HTTPSSession.Configuration) {
        switch self {
        case .absent: break
        case .inForce(let rules): rules.apply(to: &https)
        case .undecided: https.require(TransportSecurity())
        }
    }
}
