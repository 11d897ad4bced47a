import HoldfastStatements
import HoldfastTrust
import HoldfastX509

extension TraceRun {
    /// Connects to the server, or to the proxy and through it.
    ///
    /// - Returns: the connection, and what came behind the proxy's answer.
    func reach() throws(TraceError) -> (socket: TraceSocket, early: [UInt8]) {
        guard let proxy = trace.target.proxy else { return (try connect(to: trace.target.port), []) }
        var isAsked = false
        while true {
            let socket = try connect(to: proxy.port)
            if let early = try tunnel(proxy, over: socket, authenticates: isAsked) {
                before.add(.note(TraceNote.tunnelled(by: proxy.kind).statement))
                return (socket, early)
            }
            isAsked = true
        }
    }

    /// Has the proxy make a tunnel.
    ///
    /// - Returns: what came behind its answer; nil where it asks who wants it, and another connection may say so.
    private func tunnel(
        _ proxy: TraceProxy, over socket: TraceSocket, authenticates: Bool
    ) throws(TraceError) -> [UInt8]? {
        let host = proxy.destination ?? trace.target.addresses.first?.description ?? trace.target.host
        var conversation = TunnelConversation(
            proxy, to: host, port: trace.target.port, authenticates: authenticates)
        var step = conversation.begin()
        while true {
            switch step {
            case .send(let bytes):
                do throws(TraceSocketError) { try socket.write(bytes) } catch {
                    throw error.traceError(.connect, limits)
                }
                step = .read
            case .read:
                let bytes: [UInt8]
                do throws(TraceSocketError) { bytes = try socket.read(atMost: 4096) } catch {
                    throw error.traceError(.connect, limits)
                }
                step = bytes.isEmpty ? conversation.receiveEnd() : conversation.receive(bytes)
            case .open(let early): return early
            case .again where !authenticates: return nil
            case .again:
                throw TraceError(.connect, .proxyRefused, TunnelSentence.asksAgain)
            case .refused(let why, let advice): throw TraceError(.connect, .proxyRefused, why, advice: advice)
            }
        }
    }
}
