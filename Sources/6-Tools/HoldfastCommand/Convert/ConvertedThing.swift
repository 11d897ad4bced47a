import HoldfastDiagnostics
import HoldfastStatements
import HoldfastCrypto
import HoldfastX509

/// One thing out of a file that is converted.
enum ConvertedThing {
    case privateKey(PrivateKey)
    case publicKey(SubjectPublicKeyInfo)
    case certificate([UInt8])
    /// A request, a revocation list: written as it is.
    case other([UInt8], PEMLabel)

    /// Everything that a file holds.
    ///
    /// - Parameter leftOut: is told what of a PKCS #12 file is not read, and trust settings.
    /// - Throws: for what is not known, not readable, or encrypted without a passphrase: nothing else is left out.
    static func all(
        in path: String, passphrase: Passphrase?, leftOut: (LeftOut) -> Void = { Console.note(ConvertNote.leftOut($0)) }
    ) throws(CommandError) -> [ConvertedThing] {
        let bytes = try InputFile.bytes(of: path)
        let objects: [EncodedObject]
        do throws(EncodedObjectError) { objects = try EncodedObject.all(in: bytes) } catch {
            throw CommandError(error, of: path)
        }
        var things: [ConvertedThing] = []
        for object in objects { things += try Self.things(object, of: path, passphrase, leftOut) }
        if things.isEmpty, objects.contains(where: { $0.kind == .parameters }) {
            throw .usage(
                ConvertSentence.parametersAlone(file: path), code: .noKey,
                hint: ConvertAdvice.nameKeyFile)
        }
        guard !things.isEmpty else {
            throw .usage(
                ConvertSentence.nothingToConvert(file: path), code: .nothing,
                hint: ConvertAdvice.certificatesOrKeys)
        }
        return things
    }

    private static func things(
        _ object: EncodedObject, of path: String, _ passphrase: Passphrase?, _ leftOut: (LeftOut) -> Void
    ) throws(CommandError) -> [ConvertedThing] {
        switch object.kind {
        case .certificate:
            let certificate = try InputCertificate.certificate(object.bytes, of: path)
            if let settings = Self.trustSettings(of: object) {
                leftOut(.trustSettings(of: certificate.subject.shortDescription, file: path, settings))
            }
            return [.certificate(object.bytes)]
        case .certificateList:
            return try other(object, .x509CRL, of: path) { () throws(DERError) in
                _ = try CertificateList(der: object.bytes)
            }
        case .certificationRequest:
            return try other(object, .certificateRequest, of: path) { () throws(DERError) in
                _ = try CertificationRequest(der: object.bytes)
            }
        case .privateKey:
            do throws(CryptoError) {
                return [.privateKey(try KeyContents.key(object, passphrase))]
            } catch {
                throw CommandError(error, .file(path))
            }
        case .publicKey:
            do throws(CryptoError) { return [.publicKey(try SubjectPublicKeyInfo(publicKey: object))] } catch {
                if error.reason.isNotSupported { throw CommandError(error, .file(path)) }
                throw CommandError(
                    .malformedCertificate, code: .malformedKey,
                    UsageSentence.fileFault(file: path, reason: error.reasonStatement),
                    hint: UsageAdvice.haveMadeAgain)
            }
        case .pkcs12:
            let file: PKCS12
            do throws(CryptoError) { file = try PKCS12(object.bytes, passphrase: passphrase) } catch {
                throw CommandError(error, .file(path))
            }
            for type in file.others { leftOut(.notRead(type: "\(type)", file: path)) }
            return file.keys.map { .privateKey($0.key) } + file.certificates.map { .certificate($0.certificate) }
        case .parameters:
            // The name of a curve stands in the key too.
            let label = object.block?.knownLabel
            if label != .ecParameters { leftOut(.parameters(label: label?.rawValue, file: path)) }
            return []
        case .pkcs7: throw CommandError(ForeignForm.pkcs7(isPEM: object.block != nil), of: path)
        case .ocspRequest, .ocspResponse, .unknown:
            let kind = object.block.map { Statement(verbatim: $0.label) } ?? EncodedObject.Kind.unknown.statement
            throw .usage(
                ConvertSentence.notConverted(file: path, kind: kind),
                code: .unknownObject, hint: ConvertAdvice.convertedKinds)
        }
    }

    /// The trust settings behind a certificate; nil where there are none. No form that is written has them:
    /// whoever makes the certificate an anchor has to know what its file said.
    private static func trustSettings(of object: EncodedObject) -> LeftOut.Settings? {
        do throws(DERError) {
            guard let settings = try object.trustSettings else { return nil }
            let name = { (use: ObjectIdentifier) in use.name ?? use.description }
            return .uses(
                trusted: settings.trustedUses?.map(name), rejected: settings.rejectedUses.map(name),
                alias: settings.alias)
        } catch {
            return .unreadable(error.statement)
        }
    }

    /// Objects that are written as they are, once they are known to be whole.
    private static func other(
        _ object: EncodedObject, _ label: PEMLabel, of path: String, _ read: () throws(DERError) -> Void
    ) throws(CommandError) -> [ConvertedThing] {
        do throws(DERError) { try read() } catch {
            throw CommandError(
                .malformedCertificate, code: .malformedObject,
                ConvertSentence.malformedObject(file: path, label: label.rawValue, reason: error.statement),
                hint: UsageAdvice.madeAndSentAgain)
        }
        return [.other(object.bytes, label)]
    }

    /// The public key in it; nil where there is none.
    var publicKey: SubjectPublicKeyInfo? {
        switch self {
        case .privateKey(let key): key.subjectPublicKeyInfo
        case .publicKey(let info): info
        case .certificate(let bytes): (try? Certificate(der: bytes))?.subjectPublicKeyInfo
        case .other(let bytes, .certificateRequest): (try? CertificationRequest(der: bytes))?.subjectPublicKeyInfo
        case .other: nil
        }
    }
}
