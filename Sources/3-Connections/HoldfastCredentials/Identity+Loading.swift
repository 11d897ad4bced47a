public import HoldfastAuthority
public import HoldfastCrypto
import HoldfastFiles
import HoldfastX509

extension Identity {
    /// The most bytes that are read of one file: one MiB, as of PKCS #12. A key with its chain takes some 10,000.
    public static let maximumFileByteCount = PKCS12.maximumByteCount

    /// Reads a private key and its certificates, from one file or several, in whatever form each has.
    ///
    /// That is PEM with any number of blocks, DER or PKCS #12 (RFC 7292); keys as PKCS #8, encrypted or not, and in
    /// OpenSSL's traditional forms (`RSAPrivateKey`, `ECPrivateKey`), RSA, on the curves P-256 to P-521, Ed25519. The
    /// certificates may stand in any order; those that do not lead from the key's own upwards are left out.
    ///
    /// - Parameters:
    ///   - paths: the files.
    ///   - passphrase: for whatever is encrypted; nobody is asked at a terminal.
    ///   - friendlyName: which of several keys of a PKCS #12 file, by its name (keytool's alias; letters' case does not
    ///     count).
    /// - Throws: ``IdentityFileError``, which names the files, what is wrong, and what to do.
    public init(
        contentsOf paths: [String], passphrase: Passphrase? = nil, friendlyName: String? = nil
    ) throws(IdentityFileError) {
        var parts = IdentityParts()
        for path in paths {
            do throws(IdentityFileError) { try parts.read(Self.bytes(of: path), passphrase) } catch {
                throw error.about([path])
            }
        }
        do throws(IdentityFileError) { self = try parts.identity(named: friendlyName) } catch {
            throw error.about(paths)
        }
    }

    /// Reads a private key and its certificates from the bytes of files, as
    /// ``init(contentsOf:passphrase:friendlyName:)`` does.
    public init(
        files: [[UInt8]], passphrase: Passphrase? = nil, friendlyName: String? = nil
    ) throws(IdentityFileError) {
        var parts = IdentityParts()
        for file in files { try parts.read(file, passphrase) }
        self = try parts.identity(named: friendlyName)
    }

    private static func bytes(of path: String) throws(IdentityFileError) -> [UInt8] {
        do throws(FileReadError) {
            return try BoundedFile.bytes(path, limit: maximumFileByteCount, ofAnyKind: true)
        } catch {
            switch error {
            case .system(let number): throw .unreadable(path, reason: SystemText.error(number))
            case .wrongKind: throw .unreadable(path, reason: error.reason)
            case .tooLarge(let limit): throw .tooLarge(limit: limit)
            }
        }
    }
}

/// The keys and certificates that have been found for an identity so far.
private struct IdentityParts {
    private var keys: [(key: PrivateKey, name: String?)] = []
    private var certificates: [[UInt8]] = []

    mutating func read(_ file: [UInt8], _ passphrase: Passphrase?) throws(IdentityFileError) {
        guard file.count <= Identity.maximumFileByteCount else {
            throw .tooLarge(limit: Identity.maximumFileByteCount)
        }
        let objects: [EncodedObject]
        do throws(EncodedObjectError) { objects = try EncodedObject.all(in: file) } catch {
            throw .unknownForm(error)
        }
        do throws(CryptoError) {
            for object in objects { try add(object, passphrase) }
        } catch {
            throw IdentityFileError(error)
        }
    }

    private mutating func add(_ object: EncodedObject, _ passphrase: Passphrase?) throws(CryptoError) {
        switch object.kind {
        case .certificate: certificates.append(object.bytes)
        case .privateKey:
            let key =
                if let block = object.block { try PrivateKey(block: block, passphrase: passphrase) } else {
                    try PrivateKey(der: object.bytes, passphrase: passphrase)
                }
            keys.append((key, nil))
        case .pkcs12:
            let file = try PKCS12(object.bytes, passphrase: passphrase)
            keys += file.keys.map { ($0.key, $0.friendlyName) }
            certificates += file.certificates.map(\.certificate)
        case .certificateList, .certificationRequest, .ocspRequest, .ocspResponse, .publicKey, .pkcs7, .parameters,
            .unknown:
            break
        }
    }

    func identity(named name: String?) throws(IdentityFileError) -> Identity {
        var candidates = keys
        if let name { candidates = keys.filter { $0.name?.lowercased() == name.lowercased() } }
        guard !candidates.isEmpty else { throw .noPrivateKey }
        guard !certificates.isEmpty else { throw .noCertificate }
        var found: [ArraySlice<UInt8>: Identity] = [:]
        for candidate in candidates where found[candidate.key.subjectPublicKeyInfo.bytes] == nil {
            found[candidate.key.subjectPublicKeyInfo.bytes] = try? Identity(
                key: candidate.key, certificates: certificates)
        }
        guard let identity = found.values.first else { throw .noCertificateForKey }
        guard found.count == 1 else { throw .severalPrivateKeys(candidates.map { $0.name ?? "(no name)" }) }
        guard identity.key.isPairConsistent else { throw .inconsistentKey }
        return identity
    }
}
