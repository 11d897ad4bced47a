import CCurl
import CCurlShims

/// A socket that libcurl has opened for a transfer, and will close itself.
struct OpenedSocket {
    private let descriptor: curl_socket_t
    private let identity: UInt64

    init(_ descriptor: curl_socket_t) {
        self.descriptor = descriptor
        identity = shim_socket_identity(descriptor)
    }

    /// Ends both directions: libcurl finds that out when it looks, and closes it.
    func shutDown() { shim_socket_shut_down(descriptor, identity) }

    /// The address that it is connected to; nil where it is not, or is gone.
    var peer: String? {
        var text = [CChar](repeating: 0, count: 64)
        guard unsafe shim_socket_peer(descriptor, identity, &text, text.count) != 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
