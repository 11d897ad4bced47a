import HoldfastTrust

extension DNSName {
    /// The domain below which the names of tests are.
    static let test = make("holdfast.test")

    private static func make(_ text: String) -> DNSName {
        guard let name = try? DNSName(text) else { preconditionFailure("\(text) is a name") }
        return name
    }
}
