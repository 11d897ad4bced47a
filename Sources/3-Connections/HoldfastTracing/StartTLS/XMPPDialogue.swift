import HoldfastTLS

/// XMPP: stream, features, starttls, proceed (RFC 6120 §5.4).
struct XMPPDialogue: StartTLSDialogue {
    private enum Stage { case stream, features, insideFeatures, answer, insideError }

    private let host: String
    private let namespace: String
    private var stage = Stage.stream
    private var offersTLS = false

    init(host: String, namespace: String) {
        // Letters, digits and what else a name or an address is made of: nothing that ends an attribute.
        self.host = host.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-.:_".contains($0)) }
        self.namespace = namespace
    }

    var opening: StartTLSConversation.Step {
        let text =
            "<?xml version='1.0'?><stream:stream to='\(host)' version='1.0' xmlns='\(namespace)' "
            + "xmlns:stream='http://etherx.jabber.org/streams'>"
        return .send(Array(text.utf8))
    }

    private static let namespaceOfTLS = "urn:ietf:params:xml:ns:xmpp-tls"

    mutating func next(_ buffer: inout [UInt8]) -> StartTLSAnswer {
        // What stands between tags is of no concern: white space, and the names of mechanisms.
        let text = buffer.prefix { $0 != UInt8(ascii: "<") }
        buffer.removeFirst(text.count)
        guard stage == .insideFeatures || text.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
            return .refused(.otherProtocol(.xmpp, answer: nil))
        }
        guard let tag = takeTag(&buffer) else { return .needsMore }
        // RFC 6120 §11.1: no comments, no document types, no processing instructions but the first line.
        if tag.hasPrefix("?xml"), stage == .stream { return .understood }
        guard let first = tag.first, !"?!".contains(first) else { return .refused(.notXMPPsXML) }
        let name = Self.name(of: tag)
        // RFC 6120 §4.9.1.1: an error ends the stream, whenever it comes; its first child is the condition (§4.9.3).
        if name == "error", first != "/", stage != .stream, stage != .insideError {
            stage = .insideError
            return tag.hasSuffix("/") ? .refused(.streamError(condition: nil)) : .understood
        }
        switch stage {
        case .stream:
            guard name == "stream", first != "/" else { return .refused(.noStream) }
            stage = .features
            return .understood
        case .features:
            guard name == "features", first != "/" else {
                return .refused(.noFeatures(tag: name))
            }
            stage = .insideFeatures
            return tag.hasSuffix("/") ? .refused(.notOffered(.xmpp)) : .understood
        case .insideFeatures:
            if name == "starttls", tag.contains(Self.namespaceOfTLS) { offersTLS = true }
            guard name == "features" else { return .understood }
            guard offersTLS else { return .refused(.notOffered(.xmpp)) }
            stage = .answer
            return .send(Array("<starttls xmlns='\(Self.namespaceOfTLS)'/>".utf8))
        case .insideError:
            guard first != "/" else { return .refused(.streamError(condition: nil)) }
            let condition = name.filter { $0.isASCII && ($0.isLetter || $0 == "-") }.prefix(40)
            return .refused(.streamError(condition: String(condition)))
        case .answer:
            guard name == "proceed", tag.contains(Self.namespaceOfTLS) else {
                return .refused(.answers(tag: name))
            }
            // Either one empty tag, or the end tag right behind it.
            if !tag.hasSuffix("/") {
                let end = Array("</proceed>".utf8)
                guard buffer.starts(with: end) else { return .refused(.proceedHasContent) }
                buffer.removeFirst(end.count)
            }
            return .ready
        }
    }

    /// Takes `<…>`, without the brackets; a `>` inside of quotes does not end it.
    private func takeTag(_ buffer: inout [UInt8]) -> String? {
        var quote: UInt8?
        for (index, byte) in buffer.enumerated() where index > 0 {
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                defer { buffer.removeFirst(index + 1) }
                return HelloExtension.Content.visible(buffer[1..<index])
            }
        }
        return nil
    }

    /// The name without a prefix: of `/stream:features`, `features`.
    private static func name(of tag: String) -> String {
        let name = tag.drop { $0 == "/" }.prefix { $0 != " " && $0 != "/" && $0 != "\\" }
        return String(name.split(separator: ":", omittingEmptySubsequences: false).last ?? "")
    }
}
