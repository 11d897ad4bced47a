import Holdfast
import HoldfastNIOSSL
import NIOCore
import NIOPosix
import NIOSSL

/// A server of SwiftNIO that greets its clients by the identity of their certificates.
public struct ServerRecipe: Sendable {
    private let judge: ClientJudge
    private let context: NIOSSLContext

    public init(
        certificates: [NIOSSLCertificate], key: NIOSSLPrivateKey, clientAnchors: TrustAnchors,
        workload: SPIFFEIdentifier
    ) throws {
        var policy = TrustPolicy.sslClient
        policy.anchors = clientAnchors
        judge = ClientJudge(admission: .only([.spiffeBelow(workload)]), policy: policy)
        context = try NIOSSLContext(
            configuration: .serverWithJudge(
                certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(key)))
    }

    /// Serves until the task is cancelled.
    public func run(ready: @Sendable (Int) -> Void) async throws {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let peer = try judge.addHandlers(context: context, to: channel)
                    let wrapped = try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    return (peer, wrapped)
                }
            }
        ready(server.channel.localAddress?.port ?? 0)
        try await withThrowingDiscardingTaskGroup { group in
            try await server.executeThenClose { clients in
                for try await (peer, channel) in clients {
                    group.addTask { await greet(peer, channel) }
                }
            }
        }
    }

    private func greet(_ peer: EventLoopFuture<JudgedPeer?>, _ channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>) async {
        do {
            try await channel.executeThenClose { _, outbound in
                guard let client = try await peer.get(), let identity = client.admitted else { return }
                try await outbound.write(ByteBuffer(string: "hello \(identity)\n"))
            }
        } catch {
            print("no greeting: \(error)")
        }
    }
}
