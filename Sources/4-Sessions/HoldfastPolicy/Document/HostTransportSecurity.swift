public import HoldfastHTTPS
import HoldfastJSON
public import HoldfastPins

/// App Transport Security in a policy document: whether a server has to meet its demands, with the exceptions that an
/// Info.plist can make for a domain.
///
/// The earliest version of TLS is ``HostPolicy/minimumTLS``, which counts beside it.
public enum HostTransportSecurity: Hashable, Sendable {
    /// Nothing is asked, whatever a wider pattern says.
    case off
    case on(Exceptions)

    /// The demands that differ from Apple's defaults.
    public struct Exceptions: Hashable, Sendable {
        /// As `NSExceptionRequiresForwardSecrecy`, whose `NO` takes the check of key lengths back, too.
        public var forwardSecrecy = true
        /// As `NSExceptionAllowsInsecureHTTPLoads`; requests without TLS need a URL that was read as such, too.
        public var insecureHTTP = false
        /// As `NSExceptionRequiresNIAPTLSPackageVersion`.
        public var niapPackage = AppTransportSecurity.NIAPTLSPackage.standard

        /// None: Apple's own demands.
        public init() {}
    }

    /// The demands as a session keeps to them; nil for none.
    public var transportSecurity: TransportSecurity? {
        guard case .on(let exceptions) = self else { return nil }
        var exception = AppTransportSecurity.Exception()
        exception.requiresForwardSecrecy = exceptions.forwardSecrecy
        exception.allowsInsecureHTTPLoads = exceptions.insecureHTTP
        exception.requiresNIAPTLSPackage = exceptions.niapPackage
        return AppTransportSecurity.Requirements(of: exception, by: "").transportSecurity
    }
}

extension PolicyReading {
    /// Reads `"on"`, `"off"` or an object with exceptions.
    mutating func appTransportSecurity(of place: DocumentPlace) -> HostTransportSecurity? {
        guard place.value.object != nil else {
            switch reader.word(of: place, from: PolicyNames.TransportSecurityWord.self) {
            case .on: return .on(HostTransportSecurity.Exceptions())
            case .off: return .off
            case nil: return nil
            }
        }
        guard let members = reader.members(of: place, named: PolicyNames.TransportSecurity.self) else { return nil }
        var exceptions = HostTransportSecurity.Exceptions()
        if let member = members[.forwardSecrecy] { exceptions.forwardSecrecy = reader.truth(of: member) ?? true }
        if let member = members[.insecureHTTP] { exceptions.insecureHTTP = reader.truth(of: member) ?? false }
        if let member = members[.niapPackage] {
            exceptions.niapPackage =
                reader.word(of: member, from: AppTransportSecurity.NIAPTLSPackage.self) ?? .standard
        }
        return .on(exceptions)
    }
}

extension HostTransportSecurity {
    /// The shortest form that is read as this.
    ///
    /// - Parameter isObject: whether it is an object, which a comment needs, where both are possible.
    func draft(asObject isObject: Bool) -> JSONDraft {
        guard case .on(let exceptions) = self else { return .text(PolicyNames.TransportSecurityWord.off.rawValue) }
        var members: [(name: PolicyNames.TransportSecurity, value: JSONDraft)] = []
        if !exceptions.forwardSecrecy { members.append((.forwardSecrecy, .truth(false))) }
        if exceptions.insecureHTTP { members.append((.insecureHTTP, .truth(true))) }
        if exceptions.niapPackage != .standard {
            members.append((.niapPackage, .text(exceptions.niapPackage.rawValue)))
        }
        guard !members.isEmpty || isObject else { return .text(PolicyNames.TransportSecurityWord.on.rawValue) }
        return .members(members.map { ($0.name.rawValue, $0.value) })
    }
}
