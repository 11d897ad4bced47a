import CCurlShims
package import HoldfastTrust

/// Which of its own addresses the system would send from.
package enum SourceAddress {
    /// For another address; nil where the system knows no way there. Nothing is sent.
    package static func forSending(to destination: IPAddress) -> IPAddress? {
        var source = [UInt8](repeating: 0, count: 16)
        let length = unsafe shim_source_address(destination.bytes, destination.bytes.count, &source)
        return IPAddress(bytes: source.prefix(length))
    }
}
