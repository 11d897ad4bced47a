import HoldfastSystem
import HoldfastTLS

/// Ready-made behaviours of a ``RawServer``.
package enum RawBehaviour {
    /// Reads whatever comes and never sends a byte.
    package static func neverAnswers(_ connection: RawConnection) throws(ServingError) {
        try connection.readToEnd(until: .never)
    }

    /// Closes as soon as the connection stands.
    package static func closesAtOnce(_ connection: RawConnection) throws(ServingError) {}

    /// Speaks HTTP without TLS: takes a ClientHello for a bad request, and says so in the clear.
    package static func plainHTTP(_ connection: RawConnection) throws(ServingError) {
        var reader = RequestReader(RequestLimits())
        let deadline = Deadline.after(.seconds(10))
        while true {
            let bytes = try connection.read(until: deadline)
            guard !bytes.isEmpty else { return }
            // The first octet of a TLS record (RFC 8446 §5.1): no need to wait for the end of a line.
            let isTLS = bytes.first == ContentType.handshake.number
            reader.append(bytes)
            let response: [UInt8]
            switch reader.next() {
            case .needsMore where !isTLS: continue
            case .wantsContinue: continue
            case .request(let request):
                response = ServerResponse(text: "in the clear\n").encoded(for: request)
            case .needsMore, .refused:
                response = ServerResponse(status: 400, text: "this server does not speak TLS\n").encodedClosing
            }
            try connection.write(response, until: deadline)
            return try connection.finish()
        }
    }
}
