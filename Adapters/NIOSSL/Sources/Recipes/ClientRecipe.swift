import Holdfast
import HoldfastNIOSSL
import HoldfastNIOSSLLogging
import Logging
import NIOCore
import NIOPosix
import NIOSSL

/// A client of SwiftNIO that asks a server for a page, and says why where it refuses the server.
public struct ClientRecipe: Sendable {
    private let judge: ServerJudge
    private let context: NIOSSLContext

    public init(anchors: TrustAnchors, logger: Logger) throws {
        var settings = JudgeSettings(evidence: EvidenceFetcher.shared)
        settings.log(to: logger)
        judge = ServerJudge(settings: settings) { name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = anchors
            policy.publicSuffixes = .system
            policy.revocation = .soft
            policy.fetching = EvidenceFetching(revocation: .any)
            policy.checksRevocationUnderOwnAnchors = false
            return policy
        }
        context = try NIOSSLContext(configuration: .clientWithJudge())
    }

    public func status(of name: ServerName, host: String, port: Int) async throws -> String {
        let (peer, channel) = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let peer = try judge.addHandlers(for: name, context: context, to: channel)
                    let wrapped = try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    return (peer, wrapped)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            do {
                let accepted = try await peer.get()
                print("\(name) is at \(accepted.chain.last?.subject.description ?? "no anchor")")
            } catch let refusal as PeerRefusedError {
                print(refusal.failure?.explanation ?? "\(refusal)")
                throw refusal
            }
            try await outbound.write(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: \(name)\r\nConnection: close\r\n\r\n"))
            for try await buffer in inbound {
                return String(buffer: buffer).split(separator: "\r\n").first.map(String.init) ?? ""
            }
            return ""
        }
    }
}
