import Foundation
public import FoundationNetworking

// Properties of Apple's `URLRequest` that FoundationNetworking's lacks; all of them without effect, and kept with the
// request.
extension URLRequest {
    /// The originator of a request: the program or its user (Apple, `URLRequest.Attribution`).
    public enum Attribution: UInt, Sendable {
        case developer = 0
        case user = 1
    }

    /// Without effect.
    public var allowsExpensiveNetworkAccess: Bool {
        get { kept("allowsExpensiveNetworkAccess") ?? true }
        set { keep(newValue, "allowsExpensiveNetworkAccess") }
    }

    /// Without effect.
    public var allowsConstrainedNetworkAccess: Bool {
        get { kept("allowsConstrainedNetworkAccess") ?? true }
        set { keep(newValue, "allowsConstrainedNetworkAccess") }
    }

    /// Without effect: HTTP/1.1 and HTTP/2 are spoken.
    public var assumesHTTP3Capable: Bool {
        get { kept("assumesHTTP3Capable") ?? false }
        set { keep(newValue, "assumesHTTP3Capable") }
    }

    /// Without effect.
    public var attribution: Attribution {
        get { (kept("attribution") as Int?).flatMap { Attribution(rawValue: UInt($0)) } ?? .developer }
        set { keep(Int(newValue.rawValue), "attribution") }
    }

    /// Without effect.
    public var requiresDNSSECValidation: Bool {
        get { kept("requiresDNSSECValidation") ?? false }
        set { keep(newValue, "requiresDNSSECValidation") }
    }

    private func kept<Value>(_ key: String) -> Value? {
        RequestProperties.value("holdfast." + key, in: value(forHTTPHeaderField: RequestProperties.field)) as? Value
    }

    private mutating func keep(_ value: Any, _ key: String) {
        let old = self.value(forHTTPHeaderField: RequestProperties.field)
        setValue(
            RequestProperties.text(old, setting: value, for: "holdfast." + key),
            forHTTPHeaderField: RequestProperties.field)
    }
}
