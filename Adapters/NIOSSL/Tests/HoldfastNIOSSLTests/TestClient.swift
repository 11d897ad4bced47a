import Holdfast
import HoldfastAuthority
import HoldfastNIOSSL
import HoldfastTestBed
import NIOCore
import NIOPosix
import NIOSSL

/// A client of NIO that sends a request as soon as it may, and waits for what comes of it.
struct TestClient {
    /// The end of a connection, as its client knows it.
    enum Outcome {
        case accepted(JudgedPeer, reply: String)
        case refused(PeerRefusedError)
        /// TLS broke off, and nobody had refused the server.
        case broken(any Error)
    }

    let judge: ServerJudge
    let context: NIOSSLContext

    /// - Parameter identity: the client's own certificate.
    init(_ judge: ServerJudge, showing identity: Identity? = nil) throws {
        self.judge = judge
        var configuration = TLSConfiguration.clientWithJudge()
        if let identity {
            configuration.certificateChain = try identity.chain.map {
                .certificate(try NIOSSLCertificate(bytes: $0, format: .der))
            }
            configuration.privateKey = .privateKey(
                try NIOSSLPrivateKey(bytes: Array(identity.key.pem.utf8), format: .pem))
        }
        context = try NIOSSLContext(configuration: configuration)
    }

    func ask(_ name: ServerName, port: Int, giveUpAfter limit: TimeAmount = .seconds(30)) async throws -> Outcome {
        let (peer, reply, channel) = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { [judge, context] channel in
                channel.eventLoop.makeCompletedFuture {
                    let peer = try judge.addHandlers(for: name, context: context, to: channel)
                    let asking = AskingHandler(
                        "GET / HTTP/1.1\r\nHost: \(name)\r\nConnection: close\r\n\r\n",
                        channel.eventLoop.makePromise(of: String.self))
                    try channel.pipeline.syncOperations.addHandler(asking)
                    return (peer, asking.reply.futureResult, channel)
                }
            }
        let end = channel.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
        defer { end.cancel() }
        do {
            let peer = try await peer.get()
            return .accepted(peer, reply: (try? await reply.get()) ?? "")
        } catch let refusal as PeerRefusedError {
            try? await channel.closeFuture.get()
            return .refused(refusal)
        } catch {
            _ = try? await channel.close()
            return .broken(error)
        }
    }

    func ask(_ server: LabServer, giveUpAfter limit: TimeAmount = .seconds(30)) async throws -> Outcome {
        try await ask(ServerName(server.host), port: Int(server.port), giveUpAfter: limit)
    }
}

/// Writes a request when the channel is active, which is before the handshake, and reads until the other end closes.
final class AskingHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let request: String
    let reply: EventLoopPromise<String>
    private var text = ""

    init(_ request: String, _ reply: EventLoopPromise<String>) { (self.request, self.reply) = (request, reply) }

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: request)), promise: nil)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { text += String(buffer: unwrapInboundIn(data)) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func channelInactive(context: ChannelHandlerContext) { reply.succeed(text) }

    func handlerRemoved(context: ChannelHandlerContext) { reply.succeed(text) }
}
