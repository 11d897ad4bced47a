import Foundation

/// Reads a conversation out of what tshark found in a capture, and of nothing else.
enum TsharkDecoding {
    typealias Conversation = TsharkConversation

    /// The TLS connections of the capture, by the number of their TCP stream.
    static func conversations(_ packets: [PDMLElement], serverPort: UInt16) -> [Int: Conversation] {
        var found: [Int: Conversation] = [:]
        for packet in packets {
            guard let tcp = packet["tcp"], let stream = tcp["tcp.stream"].flatMap({ Int($0.show) }) else { continue }
            let sender: Conversation.Sender = tcp["tcp.srcport"]?.show == "\(serverPort)" ? .server : .client
            for layer in packet.children where layer.name == "tls" {
                for record in layer.children where record.name == "tls.record" {
                    found[stream, default: Conversation()].records.append(read(record, from: sender))
                }
            }
        }
        return found
    }

    private static func read(_ element: PDMLElement, from sender: Conversation.Sender) -> Conversation.Record {
        func number(_ name: String) -> Int? { element[name].flatMap { Int($0.show) } }
        let content = number("tls.record.content_type")
        let outer = number("tls.record.opaque_type") ?? content ?? -1
        var record = Conversation.Record(
            sender: sender, outerType: outer, contentType: content ?? outer,
            version: element["tls.record.version"]?.value ?? "", length: number("tls.record.length") ?? -1)
        for child in element.children {
            switch child.name {
            case "tls.handshake":
                if child["tls.handshake.type"] != nil {
                    record.messages.append(handshake(child, from: sender))
                } else if child.showname.hasSuffix("(fragment)") {
                    record.isFragment = true
                } else if !child.showname.hasSuffix("fragment)") {
                    record.messages.append(.init(sender: sender, kind: "handshake that tshark cannot read"))
                }
            case "tls.change_cipher_spec":
                record.messages.append(.init(sender: sender, kind: "change_cipher_spec"))
            case "tls.alert_message":
                record.messages.append(
                    .init(
                        sender: sender, kind: "alert",
                        fields: [
                            "level": child["tls.alert_message.level"]?.value ?? "not decrypted",
                            "description": child["tls.alert_message.desc"]?.value ?? "not decrypted",
                        ]))
            default: continue
            }
        }
        // However many messages of the protocol above end in it.
        if record.contentType == 23 { record.messages = [.init(sender: sender, kind: "application_data")] }
        return record
    }

    private static func handshake(_ element: PDMLElement, from sender: Conversation.Sender) -> Conversation.Message {
        let type = element["tls.handshake.type"].flatMap { Int($0.show) } ?? -1
        let kind = Conversation.handshakeTypes[type] ?? "handshake type \(type)"
        var fields = ["length": element["tls.handshake.length"]?.show ?? ""]
        /// What is there becomes a field of the message.
        func take(_ name: String, _ field: String) {
            let values = element.all(field)
            if !values.isEmpty { fields[name] = values.map(\.value).joined(separator: ",") }
        }
        switch kind {
        case "client_hello", "server_hello": fields.merge(hello(element)) { $1 }
        case "certificate":
            take("request context", "tls.handshake.certificate_request_context")
            fields["certificates"] = element.values("tls.handshake.certificate")
            fields["certificates' lengths"] =
                element.all("tls.handshake.certificate_length").map(\.show).joined(separator: ",")
        case "server_key_exchange":
            take("group", "tls.handshake.server_named_curve")
            take("point", "tls.handshake.server_point")
            take("prime", "tls.handshake.p")
            take("generator", "tls.handshake.g")
            take("public value", "tls.handshake.ys")
            take("signature algorithm", "tls.handshake.sig_hash_alg")
            take("signature", "tls.handshake.sig")
        case "certificate_request":
            take("certificate types", "tls.handshake.cert_type")
            take("signature algorithms", "tls.handshake.sig_hash_alg")
            fields["names' lengths"] = element.all("tls.handshake.dname_len").map(\.show).joined(separator: ",")
        case "certificate_verify":
            take("signature algorithm", "tls.handshake.sig_hash_alg")
            take("signature", "tls.handshake.client_cert_vrfy.sig")
        case "client_key_exchange":
            take("encrypted pre-master secret", "tls.handshake.epms")
            take("point", "tls.handshake.client_point")
            take("public value", "tls.handshake.yc")
        case "new_session_ticket":
            take("lifetime", "tls.handshake.session_ticket_lifetime_hint")
            take("age add", "tls.handshake.session_ticket_age_add")
            take("nonce", "tls.handshake.session_ticket_nonce")
            take("ticket", "tls.handshake.session_ticket")
        case "certificate_status": take("OCSP response's length", "tls.handshake.ocsp_response_len")
        case "key_update": take("requested", "tls.handshake.key_update.request_update")
        default: break
        }
        for (name, value) in extensions(element) { fields[name] = value }
        return Conversation.Message(sender: sender, kind: kind, fields: fields)
    }

    /// The fields of both hellos.
    private static func hello(_ element: PDMLElement) -> [String: String] {
        [
            "version": element["tls.handshake.version"]?.value ?? "",
            "random": element["tls.handshake.random"]?.value ?? "",
            "session id": element["tls.handshake.session_id"]?.value ?? "",
            "cipher suites": element.values("tls.handshake.ciphersuite"),
            "compression": element.values("tls.handshake.comp_method"),
        ]
    }

    /// Each extension's bytes by its number, the order of the numbers, and what tshark reads in those that decide.
    private static func extensions(_ element: PDMLElement) -> [String: String] {
        let found = blocks(element)
        guard !found.isEmpty else { return [:] }
        var fields: [String: String] = [:]
        fields["extensions"] = found.compactMap { $0["tls.handshake.extension.type"]?.show }.joined(separator: ",")
        for block in found {
            let type = block["tls.handshake.extension.type"]?.show ?? ""
            // Without its own type and length, two bytes each.
            fields["extension \(type)", default: ""] += String(block.value.dropFirst(8))
            for (name, field) in names[type] ?? [] {
                let values = block.all(field).map { name.hasSuffix("name") ? $0.show : $0.value }
                fields[name, default: ""] += values.joined(separator: ",")
            }
        }
        return fields
    }

    private static func blocks(_ element: PDMLElement) -> [PDMLElement] {
        element.children.flatMap { $0["tls.handshake.extension.type"] == nil ? blocks($0) : [$0] }
    }

    /// What is read in extensions: our word, and tshark's field. Those whose word ends in "name" are text.
    private static let names: [String: [(String, String)]] = [
        "0": [("server name", "tls.handshake.extensions_server_name")],
        "10": [("supported groups", "tls.handshake.extensions_supported_group")],
        "11": [("point formats", "tls.handshake.extensions_ec_point_format")],
        "13": [("signature algorithms", "tls.handshake.sig_hash_alg")],
        "16": [("protocol name", "tls.handshake.extensions_alpn_str")],
        "41": [
            ("offered identities", "tls.handshake.extensions.psk.identity.identity"),
            ("selected identity", "tls.handshake.extensions.psk.identity.selected"),
        ],
        "43": [("supported versions", "tls.handshake.extensions.supported_version")],
        "45": [("key exchange modes", "tls.extension.psk_ke_mode")],
        "51": [
            ("share's group", "tls.handshake.extensions_key_share_group"),
            ("share's key", "tls.handshake.extensions_key_share_key_exchange"),
            ("selected group", "tls.handshake.extensions_key_share_selected_group"),
        ],
    ]
}
