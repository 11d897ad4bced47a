import Synchronization

/// The HTTP/2 of a tunnel: moves bytes between its two connections and the bridge that makes them one.
final class HTTP2Relay: Sendable {
    private let bridge: Mutex<HTTP2Bridge>
    private let client: any ByteStream
    private let server: any ByteStream
    private let clientWake = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let serverWake = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    /// Told that something has gone out: whoever was held back may have room now.
    private let clientRoom = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let serverRoom = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    init(_ client: any ByteStream, _ server: any ByteStream, by bridge: sending HTTP2Bridge) {
        self.bridge = Mutex(bridge)
        (self.client, self.server) = (client, server)
    }

    /// Hands messages on until one side has ended; both are closed then.
    func run() async {
        await withTaskCancellationHandler {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.write(to: .client) }
                group.addTask { await self.write(to: .server) }
                group.addTask { await self.read(from: .server) }
                group.addTask { await self.read(from: .client) }
                wake()
                await group.waitForAll()
            }
        } onCancel: {
            close()
        }
    }

    private func read(from side: HTTP2Bridge.Side) async {
        let (stream, rooms) = side == .client ? (client, clientRoom.stream) : (server, serverRoom.stream)
        var room = rooms.makeAsyncIterator()
        do throws(GateError) {
            while true {
                if bridge.withLock({ $0.isHeldBack }) {
                    guard await room.next() != nil else { break }
                    continue
                }
                let waits = bridge.withLock { $0.hasUnread(side) }
                guard let bytes = waits ? [] : try await stream.read() else { break }
                try bridge.withLock { (bridge) throws(GateError) in try bridge.receive(bytes, from: side) }
                wake()
            }
        } catch {
            // What libraries say about a connection's end says nothing that a reader of reports could use.
        }
        guard side == .server else { return close() }
        bridge.withLock { $0.end() }
        wake()
        // The last words to the client go out, and nothing else comes.
        serverWake.continuation.finish()
        clientWake.continuation.finish()
    }

    private func write(to side: HTTP2Bridge.Side) async {
        let (stream, wakes) = side == .client ? (client, clientWake.stream) : (server, serverWake.stream)
        do throws(GateError) {
            for await _ in wakes {
                try await flush(to: side, stream)
                // A client that has broken the protocol has been told so, and is left.
                if bridge.withLock({ $0.isOver }) { break }
            }
            try await flush(to: side, stream)
            if side == .client { await stream.endWriting() }
        } catch {
            // The reader of the same connection finds its end, behind all that was said before that.
        }
        guard side == .server else { return close() }
        // Until then nothing of what was to go there holds anybody back.
        for await _ in wakes {
            guard !bridge.withLock({ $0.output(to: .server) }).isEmpty else { continue }
            wake()
            serverRoom.continuation.yield()
            clientRoom.continuation.yield()
        }
    }

    private func flush(to side: HTTP2Bridge.Side, _ stream: any ByteStream) async throws(GateError) {
        while true {
            let bytes = bridge.withLock { $0.output(to: side) }
            guard !bytes.isEmpty else { return }
            try await stream.write(bytes)
            // What has gone out here makes room on the other side.
            wake()
            clientRoom.continuation.yield()
            serverRoom.continuation.yield()
        }
    }

    private func wake() {
        clientWake.continuation.yield()
        serverWake.continuation.yield()
    }

    private func close() {
        client.close()
        server.close()
        clientWake.continuation.finish()
        serverWake.continuation.finish()
        clientRoom.continuation.finish()
        serverRoom.continuation.finish()
    }
}
