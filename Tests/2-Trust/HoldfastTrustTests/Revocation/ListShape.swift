import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509

/// Scenes of lists: a server, or a self-issued authority, and one list about it.
extension StatementScene {
    static let uri = "http://lists.holdfast.test/all.crl"
    static let moment = TestChain.moment

    /// A list without extensions that is younger than seven days by ten minutes.
    static func plain(
        _ change: (inout RevocationListTemplate) throws -> Void = { _ in }
    ) rethrows -> RevocationListTemplate {
        var template = RevocationListTemplate(at: moment)
        template.authorityKeyIdentifier = .omitted
        template.cRLNumber = nil
        template.thisUpdate = moment.advanced(byDays: -7).advanced(bySeconds: 600)
        template.nextUpdate = moment.advanced(byDays: 85)
        try change(&template)
        return template
    }

    /// The certificate of a server, as far as a list's scope asks.
    enum ServerKind {
        case usual, withoutBasicConstraints, ofVersion1
    }

    /// A server whose certificate names the list.
    static func server(
        points: [DistributionPoint]? = [.at(uri)], _ kind: ServerKind = .usual,
        signedBy signer: CertificateAuthority? = nil,
        _ change: (inout RevocationListTemplate, RevocationWorld) throws -> Void = { _, _ in }
    ) throws -> StatementScene {
        let world = try RevocationWorld(points: points) { template in
            switch kind {
            case .usual: break
            case .withoutBasicConstraints: template.basicConstraints = nil
            case .ofVersion1: template.downgrade(to: .v1)
            }
        }
        let list = try plain { try change(&$0, world) }
        return StatementScene(
            root: world.root, chain: world.leaf.chain, lists: [try (signer ?? world.intermediate).issue(list)])
    }

    /// A server of an authority with another key usage.
    static func server(ofUsage usage: KeyUsage?) throws -> StatementScene {
        let root = try CertificateAuthority.root(name: "Test Root", at: moment)
        var template = CertificateTemplate.intermediate(name: "Test Intermediate", at: moment)
        template.keyUsage = usage
        let authority = CertificateAuthority(try root.issue(template))
        let leaf = try authority.issue(TestChain.server { add([.at(uri)], to: &$0) })
        return StatementScene(root: root, chain: leaf.chain, lists: [try authority.issue(plain())])
    }

    /// A server of an authority's new key, whose certificate its old key has signed, and a list.
    ///
    /// - Parameters:
    ///   - usage: of the old key.
    ///   - isSignedByStranger: the list is signed by neither key.
    ///   - depth: 0 for the server, 1 for the authority's new certificate.
    static func rollOver(
        usage: KeyUsage = [.keyCertSign, .cRLSign], isSignedByStranger: Bool = false, depth: Int = 0,
        _ change: (inout RevocationListTemplate, SerialNumber) -> Void = { _, _ in }
    ) throws -> StatementScene {
        let root = try CertificateAuthority.root(name: "Test Root", at: moment)
        var template = CertificateTemplate.intermediate(name: "Test Intermediate", at: moment)
        template.keyUsage = usage
        let old = CertificateAuthority(try root.issue(template))
        var renewed = CertificateTemplate.intermediate(name: "Test Intermediate", at: moment)
        add([.at(uri)], to: &renewed)
        let new = CertificateAuthority(try old.issue(renewed))
        let leaf = try new.issue(TestChain.server { add([.at(uri)], to: &$0) })
        let serial = try Certificate(der: leaf.certificate).serialNumber
        let stranger = try CertificateAuthority.root(name: "Test Intermediate", at: moment)
        let list = try (isSignedByStranger ? stranger : old).issue(plain { change(&$0, serial) })
        return StatementScene(root: root, chain: leaf.chain, depth: depth, lists: [list])
    }

    private static func add(_ points: [DistributionPoint], to template: inout CertificateTemplate) {
        template.add(.cRLDistributionPoints, CRLDistributionPoints(points))
    }

    /// A server and a list whose signed part is put together by hand; the signature over it is good.
    ///
    /// - Parameter parts: given the elements of a good one: version, algorithm, issuer, thisUpdate, nextUpdate.
    static func handMade(
        _ parts: @escaping @Sendable ([[UInt8]], RevocationWorld) -> [[UInt8]]
    ) throws -> StatementScene {
        try server { list, world in
            let algorithm = world.intermediate.identity.key.defaultSignatureAlgorithm.identifier.der
            let good = [
                Version.v2.der, algorithm, Array(world.intermediateName.bytes), Time(list.thisUpdate).der,
                Time(list.nextUpdate ?? moment).der,
            ]
            list.tbsEdit = .replacing(with: HandMade.sequence(parts(good, world)))
        }
    }

    /// A server and a list of two entries: its own, and one that is put together by hand.
    static func entry(_ second: [[UInt8]]?) throws -> StatementScene {
        try handMade { good, world in
            let date = Time(moment.advanced(byDays: -30)).der
            let own = HandMade.sequence([world.certificate.serialNumber.der, date])
            return good + [HandMade.sequence([own, second.map { HandMade.sequence($0) } ?? HandMade.garbage])]
        }
    }

    /// A server and a list whose three outer elements are changed.
    static func outer(_ change: (inout [[UInt8]]) -> Void) throws -> StatementScene {
        var scene = try server()
        let list = try CertificateList(der: scene.lists[0])
        var signature = DERWriter()
        signature.bitString(list.signature)
        var parts = [Array(list.tbsBytes), list.signatureAlgorithm.identifier.der, signature.bytes]
        change(&parts)
        scene.lists = [HandMade.sequence(parts)]
        return scene
    }
}
