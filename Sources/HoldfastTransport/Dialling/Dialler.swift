/// Opens connections for one request, where none is there that it may use.
package protocol Dialler: Sendable {
    /// A socket that is connected to the server, by the best address that it has.
    ///
    /// Called away from the connection's thread, once for each connection that the request needs; ends soon after its
    /// task is cancelled.
    func dial() async throws(TransportError) -> DialledSocket

    /// Whether the request may use a connection that was opened to an address earlier. Asked on the connection's thread,
    /// where it must not stay.
    func mayUse(_ endpoint: Endpoint) -> Bool

    /// A connection that it has dialled was accepted. Called on the connection's thread, where it must not stay.
    func opened(_ record: ConnectionRecord)

    /// What is going on, for a request that runs out of time meanwhile.
    var progress: DialProgress { get }
}

/// What a dialler is at.
package enum DialProgress: Hashable, Sendable {
    case resolving
    case connecting
}

extension DialProgress {
    var phase: TransportError.Phase { self == .resolving ? .name : .connect }

    var words: String {
        switch self {
        case .resolving: "the name was not resolved"
        case .connecting: "no connection came about"
        }
    }
}
