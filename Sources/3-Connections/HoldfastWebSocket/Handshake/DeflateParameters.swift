import HoldfastHTTP

/// An offer of permessage-deflate (RFC 7692 §7.1).
package struct DeflateOffer: Hashable, Sendable {
    /// Whether the server is asked to compress each message by itself (§7.1.1.1).
    package var serverNoContextTakeover = false
    /// Whether the client says that it does so (§7.1.1.2).
    package var clientNoContextTakeover = false
    /// The window that the server is asked for, in bits (§7.1.2.1); nil for its choice.
    package var serverMaxWindowBits: Int?
    /// Whether the server may ask the client for a window (§7.1.2.2).
    package var letsServerChooseWindow = true

    package init() {}

    var value: String {
        var value = "permessage-deflate"
        if serverNoContextTakeover { value += "; server_no_context_takeover" }
        if clientNoContextTakeover { value += "; client_no_context_takeover" }
        if let serverMaxWindowBits { value += "; server_max_window_bits=\(serverMaxWindowBits)" }
        if letsServerChooseWindow { value += "; client_max_window_bits" }
        return value
    }
}

/// The parameters of permessage-deflate that were agreed on.
package struct DeflateParameters: Hashable, Sendable {
    package var serverKeepsContext = true
    package var clientKeepsContext = true
    package var serverWindowBits = 15
    package var clientWindowBits = 15

    private static let names: Set<String> = [
        "server_no_context_takeover", "client_no_context_takeover", "server_max_window_bits",
        "client_max_window_bits",
    ]

    package init() {}

    /// The decompressor of what the other end sends.
    package func inflater(for role: EndpointRole) -> MessageInflater? {
        role == .client
            ? MessageInflater(windowBits: serverWindowBits, keepsContext: serverKeepsContext)
            : MessageInflater(windowBits: clientWindowBits, keepsContext: clientKeepsContext)
    }

    /// The compressor of what this end sends.
    package func deflater(for role: EndpointRole) -> MessageDeflater? {
        role == .client
            ? MessageDeflater(windowBits: clientWindowBits, keepsContext: clientKeepsContext)
            : MessageDeflater(windowBits: serverWindowBits, keepsContext: serverKeepsContext)
    }

    /// Reads a server's answer (RFC 7692 §7.1); nil for one that the offer does not allow.
    init?(_ answer: ExtensionField, to offer: DeflateOffer) {
        guard let (noServer, noClient, serverBits, clientBits) = Self.read(answer) else { return nil }
        // §7.1.1.1, §7.1.2.1: a server that takes the offer says so.
        guard noServer || !offer.serverNoContextTakeover else { return nil }
        if let most = offer.serverMaxWindowBits {
            guard case .some(.some(let bits)) = serverBits, bits <= most else { return nil }
        }
        // §7.1.2.2: the answer has it only where the offer has.
        guard clientBits == nil || offer.letsServerChooseWindow else { return nil }
        // In an answer both have a value.
        if case .some(.none) = serverBits { return nil }
        if case .some(.none) = clientBits { return nil }
        serverKeepsContext = !noServer
        clientKeepsContext = !noClient && !offer.clientNoContextTakeover
        serverWindowBits = (serverBits ?? nil) ?? 15
        clientWindowBits = (clientBits ?? nil) ?? 15
    }

    /// Takes an offer as a server; nil for one that it does not take.
    init?(taking offer: ExtensionField) {
        guard let (noServer, noClient, serverBits, _) = Self.read(offer) else { return nil }
        if case .some(.none) = serverBits { return nil }
        // zlib has no window of 8 bits without a wrapper.
        if let bits = serverBits ?? nil, bits < 9 { return nil }
        serverKeepsContext = !noServer
        clientKeepsContext = !noClient
        serverWindowBits = (serverBits ?? nil) ?? 15
    }

    /// A server's answer that says what was agreed on.
    var value: String {
        var value = "permessage-deflate"
        if !serverKeepsContext { value += "; server_no_context_takeover" }
        if !clientKeepsContext { value += "; client_no_context_takeover" }
        if serverWindowBits < 15 { value += "; server_max_window_bits=\(serverWindowBits)" }
        return value
    }

    /// Whether each side begins anew with each message, and the windows: nil for none, and nil within for one without a
    /// value. Nil where a name is not known, or stands twice, or has a value that it cannot have.
    private static func read(_ field: ExtensionField) -> (Bool, Bool, Int??, Int??)? {
        let given = field.parameters.map(\.name)
        guard field.name == "permessage-deflate", Set(given).count == given.count, names.isSuperset(of: given) else {
            return nil
        }
        let flags = ["server_no_context_takeover", "client_no_context_takeover"].map { field[$0] }
        guard flags.allSatisfy({ $0?.value == nil }) else { return nil }
        var windows: [Int??] = []
        for name in ["server_max_window_bits", "client_max_window_bits"] {
            guard let parameter = field[name] else {
                windows.append(nil)
                continue
            }
            guard let value = parameter.value else {
                windows.append(.some(nil))
                continue
            }
            // §7.1.2: "a decimal integer value without leading zeroes between 8 to 15".
            guard value.utf8.first != UInt8(ascii: "0"), let bits = FieldGrammar.number(value, digits: 1...2),
                (8...15).contains(bits)
            else { return nil }
            windows.append(.some(bits))
        }
        return (flags[0] != nil, flags[1] != nil, windows[0], windows[1])
    }
}
