import HoldfastAuthority
import HoldfastCrypto
import HoldfastEndpoint
import HoldfastTrust
import HoldfastX509
import Synchronization

/// The authority of one run: a key that is in memory alone, and certificates of servers that are made when a client
/// asks for one.
///
/// Whoever trusts it trusts this run: nothing of it is written down but its certificate, and after its end it issues
/// nothing more. Where names are given it is good for these and what is below them alone, so that a client which looks
/// at an anchor's name constraints (RFC 5280 §4.2.1.10) would refuse it for any other server.
final class RunAuthority: Sendable {
    /// The longest life of an authority: a day.
    static let longestLife: Duration = .seconds(86_400)
    /// The time before its making from which it is valid: clocks differ.
    private static let grace: Int64 = 300
    /// Servers whose certificates are kept; the one that was asked for least recently goes first.
    private static let mostServers = 512

    private struct Key: Hashable {
        let name: ServerName
        let applicationProtocol: String?
    }

    private let authority: CertificateAuthority
    /// The last instant at which it is good.
    let end: Instant
    private let begin: Instant
    private let permitted: GateNames?
    private let clock: @Sendable () -> Instant
    private let contexts = Mutex(LRUCache<Key, TLSContext>(capacity: mostServers))

    /// Makes an authority.
    ///
    /// - Parameters:
    ///   - names: the only servers that it may issue for; nil for all.
    ///   - life: its life, ``longestLife`` at most.
    init(
        for names: GateNames?, life: Duration, clock: @escaping @Sendable () -> Instant
    ) throws(GateError) {
        guard life > .zero, life <= Self.longestLife else {
            throw GateError(.configuration, .longAuthority)
        }
        let now = clock()
        begin = now.advanced(bySeconds: -Self.grace)
        end = now.advanced(bySeconds: life.components.seconds)
        permitted = names
        self.clock = clock
        do throws(AuthorityError) {
            var number: [UInt8] = []
            do throws(CryptoError) { number = try SystemRandom.bytes(4) } catch { throw .crypto(error) }
            let name = "Holdfast gate \(HexString.encode(number))"
            var template = CertificateTemplate.root(name: name, at: now, permitting: try names?.constraints())
            template.basicConstraints = BasicConstraints(isCA: true, pathLengthConstraint: 0)
            (template.notBefore, template.notAfter) = (begin, end)
            authority = CertificateAuthority(try Identity.selfSigned(template))
        } catch {
            throw GateError(.library, .noAuthority(error.statement))
        }
    }

    /// The authority's certificate, DER.
    var certificate: [UInt8] { authority.certificate }

    /// The authority's certificate as PEM.
    var certificatePEM: String { PEMBlock(label: "CERTIFICATE", contents: certificate).encoded }

    /// Whether it may issue for a server, and is good now.
    func issues(for name: ServerName) -> Bool { clock() < end && permitted?.contains(name) ?? true }

    /// Makes what a client is shown for a server, or finds it.
    ///
    /// - Parameter applicationProtocol: the protocol that the client is to be told; nil for none.
    func context(for name: ServerName, speaking applicationProtocol: String?) throws(GateError) -> TLSContext {
        guard clock() < end else {
            throw GateError(.authorityEnded, .authorityEnded(end))
        }
        guard issues(for: name) else {
            throw GateError(.configuration, .otherServer(name: "\(name)"))
        }
        let key = Key(name: name, applicationProtocol: applicationProtocol)
        if let known = contexts.withLock({ $0.value(for: key) }) { return known }
        let identity = try identity(for: name)
        let made: TLSContext
        do throws(TLSEndpointError) {
            made = try TLSContext(.front(identity, speaking: applicationProtocol))
        } catch {
            throw GateError(.setUp, error)
        }
        contexts.withLock { _ = $0.set(made, for: key) }
        return made
    }

    /// Makes the key and the certificate of a server's stand-in.
    func identity(for name: ServerName) throws(GateError) -> Identity {
        do throws(AuthorityError) {
            var template = CertificateTemplate.server(names: [name.description], at: clock())
            (template.notBefore, template.notAfter) = (begin, end)
            return try authority.issue(template)
        } catch {
            throw GateError(.library, .noCertificate(name: "\(name)", error.statement))
        }
    }
}
