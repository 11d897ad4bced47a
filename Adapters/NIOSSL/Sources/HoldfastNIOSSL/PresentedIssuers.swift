import HoldfastTrust
import HoldfastX509
import Synchronization

/// The issuers that accepted clients sent with their certificates: of a session that is resumed NIOSSL has the client's
/// own certificate alone.
///
/// Kept by the issuer's name, since the clients of an authority send the same. Hints as any that a peer sends.
final class PresentedIssuers: Sendable {
    /// Issuers that are kept; 256. Where there are more, the oldest go.
    private static let capacity = 256

    private struct State {
        var lists: [[UInt8]: [[UInt8]]] = [:]
        var order: [[UInt8]] = []
    }

    private let state = Mutex(State())

    /// Keeps what an accepted client sent behind its certificate.
    func keep(_ peer: JudgedPeer) {
        let presented = peer.evaluation.presented.presented
        guard let leaf = peer.certificate, presented.count > 1 else { return }
        let (issuer, rest) = (leaf.issuer.der, presented.dropFirst().map { Array($0.bytes) })
        state.withLock { state in
            if state.lists.updateValue(rest, forKey: issuer) == nil { state.order.append(issuer) }
            if state.order.count > Self.capacity { state.lists[state.order.removeFirst()] = nil }
        }
    }

    /// The list as a client with this certificate sent it.
    func chain(of certificate: [UInt8]) -> [[UInt8]] {
        guard let leaf = try? Certificate(der: certificate) else { return [certificate] }
        let issuer = leaf.issuer.der
        return [certificate] + (state.withLock { $0.lists[issuer] } ?? [])
    }
}
