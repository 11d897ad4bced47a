/// The counters of a ``TLSServer``. Tests of refusal assert on these: not one HTTP byte.
package struct ServerCounters: Hashable, ServingCounters {
    /// Connections accepted.
    package var connections = 0
    /// Connections that have not ended yet.
    package var openConnections = 0
    /// First handshakes that were completed: the client's Finished was right.
    package internal(set) var handshakesCompleted = 0
    /// The number of completed handshakes that resumed a session.
    package internal(set) var handshakesResumed = 0
    /// Handshakes and authentications that a client completed after its first one.
    package internal(set) var laterHandshakesCompleted = 0
    /// Provocations that were sent.
    package internal(set) var provocationsSent = 0
    /// KeyUpdate messages received.
    package internal(set) var keyUpdatesReceived = 0
    /// Bytes of application data that came out of the decryption, whatever they were.
    package internal(set) var applicationBytesReceived = 0
    /// Whole HTTP requests read.
    package internal(set) var requestsReceived = 0
    /// Inputs that were no HTTP request, or over a limit.
    package internal(set) var requestsRefused = 0
    /// For each connection that got so far, the server name that the client asked for, nil where it sent none.
    package internal(set) var serverNames: [String?] = []
    /// The alerts that clients sent, close_notify included.
    package internal(set) var alertsReceived: [TLSAlert] = []
    /// The errors of connections that did not end well.
    package var failures: [ServingError] = []

    package init() {}
}
