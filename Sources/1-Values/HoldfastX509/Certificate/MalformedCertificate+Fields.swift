extension MalformedCertificate {
    /// A field that could be cut out of a certificate that is none.
    package struct Field: Hashable, Sendable {
        /// The value of a field, read by itself.
        package enum Value: Hashable, Sendable {
            case version(Version)
            case serialNumber(SerialNumber)
            case algorithm(AlgorithmIdentifier)
            case name(DistinguishedName)
            case time(Time)
            case key(SubjectPublicKeyInfo)
            case bits(count: Int)
            case extensionValue(Extension)
            /// An extension of which no more than its kind can be read.
            case brokenExtension(ObjectIdentifier)
        }

        /// The name that RFC 5280 §4.1 has for it; of an extension `extension`.
        package let name: String
        /// The place of its first octet, in the array that the certificate is a slice of.
        package let offset: Int
        package let byteCount: Int
        /// The value; nil where it cannot be read.
        package let value: Value?
        /// Whether the fault lies in it.
        package let isFaulty: Bool
    }

    /// Extensions that are read; a certificate has a dozen.
    static let maximumExtensions = 32

    /// Cuts out the fields one by one, up to where the octets end.
    ///
    /// Lengths are taken as they stand, also where DER wants them shorter, and a certificate that is cut off is read to
    /// the cut.
    static func fields(of bytes: ArraySlice<UInt8>, faultAt fault: Int) -> [Field] {
        var cutter = FieldCutter(bytes, faultAt: fault)
        guard let outer = LaxElement(bytes, at: bytes.startIndex), outer.tag == 0x30,
            let signed = LaxElement(bytes, at: outer.content.lowerBound), signed.tag == 0x30
        else { return [] }
        cutter.cut(signed: signed.content)
        if signed.isWhole { cutter.cut(behind: signed.content.upperBound, in: outer.content) }
        return cutter.fields
    }
}

/// An element by its header alone, which may announce more than there is.
private struct LaxElement {
    let tag: UInt8
    let content: Range<Int>
    let isWhole: Bool

    /// Reads a header; nil where there is none, and for lengths in more than four octets.
    init?(_ bytes: ArraySlice<UInt8>, at start: Int) {
        guard let header = BERHeader(bytes, at: start), let length = header.length else { return nil }
        tag = header.tag
        isWhole = length <= bytes.endIndex - header.content
        content = header.content..<(isWhole ? header.content + length : bytes.endIndex)
    }
}

/// Takes the fields of a certificate one after the other.
private struct FieldCutter {
    private let bytes: ArraySlice<UInt8>
    private let fault: Int
    private(set) var fields: [MalformedCertificate.Field] = []

    init(_ bytes: ArraySlice<UInt8>, faultAt fault: Int) {
        self.bytes = bytes
        self.fault = fault
    }

    /// TBSCertificate (RFC 5280 §4.1).
    mutating func cut(signed content: Range<Int>) {
        var place = content.lowerBound
        if let version = next(&place, in: content, where: { $0 == 0xA0 }) {
            add("version", version) { octets in
                LaxElement(octets, at: octets.startIndex).flatMap { try? Version(der: octets[$0.content]) }
                    .map { .version($0) }
            }
        }
        guard let serial = next(&place, in: content) else { return }
        add("serialNumber", serial) { (try? SerialNumber(der: $0)).map { .serialNumber($0) } }
        guard let signature = next(&place, in: content) else { return }
        add("signature", signature) { (try? AlgorithmIdentifier(der: $0)).map { .algorithm($0) } }
        guard let issuer = next(&place, in: content) else { return }
        add("issuer", issuer) { (try? DistinguishedName(der: $0)).map { .name($0) } }
        guard let validity = next(&place, in: content) else { return }
        cut(validity: validity)
        guard let subject = next(&place, in: content) else { return }
        add("subject", subject) { (try? DistinguishedName(der: $0)).map { .name($0) } }
        guard let key = next(&place, in: content) else { return }
        add("subjectPublicKeyInfo", key) { (try? SubjectPublicKeyInfo(der: $0)).map { .key($0) } }
        for (name, number) in [("issuerUniqueID", UInt8(1)), ("subjectUniqueID", 2)] {
            if let identifier = next(&place, in: content, where: { $0 & 0xDF == 0x80 | number }) {
                add(name, identifier) { .bits(count: max(0, $0.count - 3) * 8) }
            }
        }
        if let extensions = next(&place, in: content, where: { $0 == 0xA3 }) { cut(extensions: extensions) }
    }

    /// The fields behind the signed part.
    mutating func cut(behind end: Int, in content: Range<Int>) {
        var place = end
        guard let algorithm = next(&place, in: content) else { return }
        add("signatureAlgorithm", algorithm) { (try? AlgorithmIdentifier(der: $0)).map { .algorithm($0) } }
        guard let signature = next(&place, in: content) else { return }
        add("signatureValue", signature) { (try? BitString(der: $0)).map { .bits(count: $0.bitCount) } }
    }

    private mutating func cut(validity range: Range<Int>) {
        guard let list = LaxElement(bytes, at: range.lowerBound) else { return }
        var place = list.content.lowerBound
        for name in ["notBefore", "notAfter"] {
            guard let time = next(&place, in: list.content) else { return }
            add(name, time) { (try? Time(der: $0)).map { .time($0) } }
        }
    }

    private mutating func cut(extensions range: Range<Int>) {
        guard let tagged = LaxElement(bytes, at: range.lowerBound),
            let list = LaxElement(bytes, at: tagged.content.lowerBound)
        else { return }
        var place = list.content.lowerBound
        var count = 0
        while let element = next(&place, in: list.content) {
            let isFaulty = element.contains(fault)
            // The faulty one is told however many stand before it.
            guard count < MalformedCertificate.maximumExtensions || isFaulty else { continue }
            count += 1
            add("extension", element) { octets in
                (try? Extension(der: octets)).map { .extensionValue($0) } ?? Self.identified(octets)
            }
        }
    }

    /// An extension of which no more than its identifier can be read.
    private static func identified(_ octets: ArraySlice<UInt8>) -> MalformedCertificate.Field.Value? {
        guard let list = LaxElement(octets, at: octets.startIndex),
            let first = LaxElement(octets, at: list.content.lowerBound), first.isWhole,
            let oid = try? ObjectIdentifier(der: octets[list.content.lowerBound..<first.content.upperBound])
        else { return nil }
        return .brokenExtension(oid)
    }

    /// The next element within a range, where its tag is one that is wanted; nil at the end, and at a cut.
    private func next(
        _ place: inout Int, in range: Range<Int>, where isWanted: (UInt8) -> Bool = { _ in true }
    ) -> Range<Int>? {
        guard place < range.upperBound, let element = LaxElement(bytes[..<range.upperBound], at: place),
            element.isWhole, isWanted(element.tag)
        else { return nil }
        let whole = place..<element.content.upperBound
        place = element.content.upperBound
        return whole
    }

    private mutating func add(
        _ name: String, _ range: Range<Int>, _ read: (ArraySlice<UInt8>) -> MalformedCertificate.Field.Value?
    ) {
        fields.append(
            MalformedCertificate.Field(
                name: name, offset: range.lowerBound, byteCount: range.count, value: read(bytes[range]),
                isFaulty: range.contains(fault)))
    }
}
