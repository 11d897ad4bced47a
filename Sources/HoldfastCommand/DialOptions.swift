import HoldfastHTTPS
import HoldfastTrust
import HoldfastX509

/// Where to connect, and how long to wait: the options shared by all commands that connect.
struct DialOptions: Sendable {
    let connectTo: [String]
    let resolve: [String]
    let timeout: Duration

    static let defaultTimeout = Duration.seconds(30)

    init(_ invocation: Invocation) throws(CommandFailure) {
        connectTo = try invocation.values(.connectTo).map { text throws(CommandFailure) in
            guard let parts = Self.parts(text), parts.count == 4, let host = Self.host(parts[0]),
                Self.isPort(parts[1]), let address = Self.host(parts[2]), Self.isPort(parts[3])
            else {
                throw .usage(
                    "--connect-to: '\(text)' is not HOST:PORT:ADDR:PORT",
                    hint: "for example www.example.com:443:127.0.0.1:8443; IPv6 in brackets")
            }
            return "\(host):\(parts[1]):\(address):\(parts[3])"
        }
        resolve = try invocation.values(.resolve).map { text throws(CommandFailure) in
            guard let parts = Self.parts(text), parts.count == 3, let host = Self.host(parts[0]),
                Self.isPort(parts[1]), Self.isAddressList(parts[2])
            else {
                throw .usage(
                    "--resolve: '\(text)' is not HOST:PORT:ADDR",
                    hint: "for example www.example.com:443:127.0.0.1; IPv6 in brackets")
            }
            return "\(host):\(parts[1]):\(parts[2])"
        }
        timeout = try Self.timeout(invocation.value(.timeout))
    }

    /// A session's settings with these options; the policy is for the caller to set.
    func configuration(at: Instant?) -> HTTPSSession.Configuration {
        var configuration = HTTPSSession.Configuration()
        configuration.connectTo = connectTo
        configuration.resolve = resolve
        configuration.timeout = timeout
        if let at { configuration.clock = { at } }
        return configuration
    }

    private static func timeout(_ text: String?) throws(CommandFailure) -> Duration {
        guard let text else { return defaultTimeout }
        guard let seconds = Double(text), seconds.isFinite, seconds > 0, seconds <= 86_400 else {
            throw .usage("--timeout: '\(text)' is no number of seconds", hint: "write a number above 0, such as 2.5")
        }
        return .milliseconds(Int64((seconds * 1000).rounded(.up)))
    }

    /// The parts between colons; colons in brackets do not part. nil where a bracket stays open or a part is empty: an
    /// empty host or port would mean any, and take every redirect to one address.
    private static func parts(_ text: String) -> [Substring]? {
        var parts: [Substring] = []
        var start = text.startIndex
        var isBracketed = false
        for index in text.indices {
            switch text[index] {
            case "[": isBracketed = true
            case "]": isBracketed = false
            case ":" where !isBracketed:
                parts.append(text[start..<index])
                start = text.index(after: index)
            default: break
            }
        }
        parts.append(text[start...])
        return isBracketed || parts.contains(where: \.isEmpty) ? nil : parts
    }

    /// A host as URLs have it: A-labels, or an address, with brackets where it is an IPv6 one.
    private static func host(_ text: Substring) -> String? {
        switch try? HostName.parse(String(text)) {
        case .dns(let name): name.text
        case .ip(let address): address.bytes.count == 4 ? address.description : "[\(address)]"
        case nil: nil
        }
    }

    private static func isPort(_ text: Substring) -> Bool { (UInt16(text) ?? 0) != 0 }

    private static func isAddressList(_ text: Substring) -> Bool {
        text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { address in
            guard address.hasPrefix("["), address.hasSuffix("]") else { return IPAddress(address)?.bytes.count == 4 }
            return IPAddress(address.dropFirst().dropLast())?.bytes.count == 16
        }
    }
}
