import HoldfastAuthority
import HoldfastNIOSSL
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A server of NIO that asks its clients for certificates, answers who it takes them for, and counts what reaches it.
final class TestServer: Sendable {
    let channel: any Channel
    let seen: Seen

    /// The clients' requests and refusals, as the server's own handlers know them.
    final class Seen: Sendable {
        private let state = Mutex((bytes: 0, refusals: [PeerRefusedError](), peers: [JudgedPeer?]()))

        var bytes: Int { state.withLock { $0.bytes } }
        var refusals: [PeerRefusedError] { state.withLock { $0.refusals } }
        var peers: [JudgedPeer?] { state.withLock { $0.peers } }

        func note(bytes: Int) { state.withLock { $0.bytes += bytes } }
        func note(_ error: any Error) {
            if let refusal = error as? PeerRefusedError { state.withLock { $0.refusals.append(refusal) } }
        }
        func note(_ peer: JudgedPeer?) { state.withLock { $0.peers.append(peer) } }
    }

    /// A server with the judge's handlers.
    convenience init(_ identity: Identity, _ judge: ClientJudge, isOptional: Bool = false) async throws {
        try await self.init(identity, isOptional: isOptional) { channel, context, seen in
            let peer = try judge.addHandlers(context: context, to: channel)
            peer.whenSuccess { seen.note($0) }
            return peer
        }
    }

    /// A server with NIOSSL's handler and the judge's callback, which greets everybody as nobody.
    convenience init(_ identity: Identity, callbackOf judge: ClientJudge) async throws {
        try await self.init(identity, isOptional: false) { channel, context, _ in
            let tls = NIOSSLServerHandler(context: context, customVerificationCallback: judge.callback())
            try channel.pipeline.syncOperations.addHandler(tls)
            return channel.eventLoop.makeSucceededFuture(nil)
        }
    }

    private init(
        _ identity: Identity, isOptional: Bool,
        adding handlers: @escaping @Sendable (any Channel, NIOSSLContext, Seen) throws -> EventLoopFuture<JudgedPeer?>
    ) async throws {
        let context = try NIOSSLContext(
            configuration: .serverWithJudge(
                certificateChain: identity.chain.map { .certificate(try NIOSSLCertificate(bytes: $0, format: .der)) },
                privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(identity.key.pem.utf8), format: .pem)),
                isOptional: isOptional))
        let seen = Seen()
        self.seen = seen
        channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let peer = try handlers(channel, context, seen)
                    try channel.pipeline.syncOperations.addHandler(GreetingHandler(seen, peer))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    var port: Int { channel.localAddress?.port ?? 0 }

    func stop() async { try? await channel.close().get() }
}

/// Answers a request with a line that has the client's identity, and closes.
final class GreetingHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let seen: TestServer.Seen
    private let peer: EventLoopFuture<JudgedPeer?>
    private var isAnswered = false

    init(_ seen: TestServer.Seen, _ peer: EventLoopFuture<JudgedPeer?>) { (self.seen, self.peer) = (seen, peer) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        seen.note(bytes: unwrapInboundIn(data).readableBytes)
        guard !isAnswered else { return }
        isAnswered = true
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        peer.whenSuccess { peer in
            let context = bound.value
            let name = peer.map { $0.admitted?.description ?? "somebody" } ?? "nobody"
            context.writeAndFlush(NIOAny(ByteBuffer(string: "hello \(name)\n"))).whenComplete { _ in
                bound.value.close(promise: nil)
            }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        seen.note(error)
        context.close(promise: nil)
    }
}
