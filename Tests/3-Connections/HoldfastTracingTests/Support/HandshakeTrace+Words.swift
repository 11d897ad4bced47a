import HoldfastStatements
@testable import HoldfastTracing

extension HandshakeTrace {
    /// Everything in the records as words: `> client_hello`, `< server_hello`, `< !close_notify`.
    var words: [String] {
        messages.map { sender, content in
            let arrow = sender == .client ? "> " : "< "
            switch content {
            case .handshake(let message):
                if case .helloRetryRequest = message.content { return arrow + "hello_retry_request" }
                return arrow + message.type.name
            case .changeCipherSpec: return arrow + "ccs"
            case .alert(_, let description): return arrow + "!" + description.name
            case .applicationData: return arrow + "data"
            case .heartbeat: return arrow + "heartbeat"
            }
        }
    }

    /// The words up to the end of the handshake.
    var handshakeWords: [String] {
        var finished = 0
        return Array(
            words.prefix { word in
                defer { if word.hasSuffix("finished") { finished += 1 } }
                return finished < 2
            })
    }

    /// Whether the ClientHello holds a ticket of TLS 1.2 (RFC 5077 §3.2).
    var offersTicket: Bool {
        messages.contains { _, content in
            guard case .handshake(let message) = content, case .clientHello(let hello) = message.content else {
                return false
            }
            return hello.extensions.contains { $0.type == .sessionTicket && !$0.data.isEmpty }
        }
    }

    var isCompleted: Bool { if case .completed = outcome { true } else { false } }
    var error: TraceError? { if case .failed(let error) = outcome { error } else { nil } }
    var notes: [String] { events.compactMap { if case .note(let note) = $0.kind { note.description } else { nil } } }
    /// Messages that could not be read.
    var unreadable: [WireError] {
        messages.compactMap { if case .handshake(let message) = $0.content { message.error } else { nil } }
            + events.compactMap(\.record?.error)
    }
}
