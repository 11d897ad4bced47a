import HoldfastCrypto
package import HoldfastTLS
import HoldfastTrust
import HoldfastX509

/// The groups and signature algorithms that a server would have taken which found nothing in common.
package struct NegotiationFinding: Hashable, Sendable {
    /// Groups that it takes, its first choice first, of which none was offered; none where the groups were not the
    /// matter.
    package var groups: [NamedGroup] = []
    /// Whether these are all groups that it takes of those in the registry.
    package var isComplete = false
    /// Signature algorithms of which it has a certificate, of which none was offered.
    package var signatureSchemes: [HandshakeSignatureScheme] = []
}

extension TraceClient {
    /// The most groups that are found out: each takes a ClientHello of its own.
    private static var mostGroups: Int { 6 }

    /// Finds out what a server would have taken that found nothing in common with what was offered: by a few more
    /// ClientHellos, each on a connection of its own, of which none becomes a handshake.
    ///
    /// - Parameters:
    ///   - configuration: says the server name, and how long all of it may take.
    ///   - groups: those that were offered.
    ///   - schemes: the signature algorithms that were offered.
    /// - Returns: nil where that shows nothing.
    package func negotiation(
        of target: TraceTarget, _ configuration: TraceConfiguration, offered groups: [NamedGroup],
        _ schemes: [HandshakeSignatureScheme]
    ) async -> NegotiationFinding? {
        let clock = TraceClock()
        func answer(
            _ groups: [NamedGroup], _ schemes: [HandshakeSignatureScheme], shares: [NamedGroup] = []
        ) async -> NegotiationAnswer {
            var hello = NegotiationHello(
                serverName: configuration.serverName, groups: groups, signatureSchemes: schemes)
            hello.shares = shares
            var configuration = configuration
            configuration.timeout -= clock.elapsed
            guard configuration.timeout > .zero else { return .nothing }
            return await self.answer(to: hello, of: target, configuration)
        }
        var finding = NegotiationFinding()
        guard case .group = await answer(groups, NegotiationHello.allSchemes) else {
            var rest = NegotiationHello.allGroups.filter { !groups.contains($0) }
            while finding.groups.count < Self.mostGroups,
                case .group(let group) = await answer(rest, NegotiationHello.allSchemes), rest.contains(group)
            {
                finding.groups.append(group)
                rest.removeAll { $0 == group }
            }
            finding.isComplete = finding.groups.count < Self.mostGroups
            return finding.groups.isEmpty ? nil : finding
        }
        let shares = groups.filter(NegotiationHello.sharedGroups.contains)
        guard !shares.isEmpty else { return nil }
        for scheme in NegotiationHello.postQuantumSchemes where !schemes.contains(scheme) {
            if await answer(shares, [scheme], shares: shares) == .hello { finding.signatureSchemes.append(scheme) }
        }
        return finding.signatureSchemes.isEmpty ? nil : finding
    }

    private func answer(
        to hello: NegotiationHello, of target: TraceTarget, _ configuration: TraceConfiguration
    ) async -> NegotiationAnswer {
        await run(target, configuration, failed: { _ in .nothing }) { $0.answer(to: hello) }
    }
}

/// The first words of a server to a ``NegotiationHello``.
enum NegotiationAnswer: Hashable, Sendable {
    /// A HelloRetryRequest for a group that was offered without a share.
    case group(NamedGroup)
    /// A ServerHello: all that was offered suits it.
    case hello
    /// An alert, the end, or something else.
    case nothing
}

extension TraceRun {
    /// Sends a ClientHello on a connection of its own, and reads the first record of the answer; the connection is then
    /// closed.
    func answer(to hello: NegotiationHello) -> NegotiationAnswer {
        do throws(TraceError) {
            guard let random = try? SystemRandom.bytes(64) else { return .nothing }
            let socket = try open()
            do throws(TraceSocketError) { try socket.write(hello.record(random: random)) } catch { return .nothing }
            var wire = TraceWire(socket, before, maximumBytes: configuration.maximumBytes)
            var stream = HandshakeStream()
            while let bytes = try? wire.nextRecord() {
                guard bytes.count > TLSRecord.headerLength else { return .nothing }
                let record = TLSRecord(bytes: bytes)
                guard record.type == .handshake else { return .nothing }
                guard let message = try? stream.append(record.fragment).first else { continue }
                return Self.answer(HandshakeMessage(message, in: HandshakeContext()), to: hello)
            }
            return .nothing
        } catch {
            return .nothing
        }
    }

    /// Reads an answer, of which only one to what was offered counts: a group that nobody offered, or one with a share,
    /// is no request to try again with it (RFC 8446 §4.1.4).
    private static func answer(_ message: HandshakeMessage, to hello: NegotiationHello) -> NegotiationAnswer {
        switch message.content {
        case .helloRetryRequest(let answer):
            guard let group = answer.group, hello.groups.contains(group), !hello.shares.contains(group) else {
                return .nothing
            }
            return .group(group)
        case .serverHello(let answer) where answer.selectedVersion == .tls13: return .hello
        default: return .nothing
        }
    }
}
