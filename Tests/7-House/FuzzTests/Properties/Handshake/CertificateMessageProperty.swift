import HoldfastTrust

@testable import HoldfastTLS

/// The Certificate message, which is read before anything is trusted: written again in the form of TLS 1.2 the same
/// bytes; in that of TLS 1.3 every certificate lies in it, in its order; the tracer's message, which shows what it can,
/// says the same.
func checkCertificateMessage(_ bytes: [UInt8]) throws(Violation) {
    for form in [ServerCertificates.Form.tls12, .tls13] {
        let read: ServerCertificates
        do throws(CertificateMessageError) {
            read = try ServerCertificates(bytes, form: form)
        } catch {
            try expect((0...bytes.count).contains(error.offset), "octet \(error.offset) is none of \(bytes.count)")
            try expect(!error.description.isEmpty, "a refusal without words")
            continue
        }
        if form == .tls12 {
            let list = read.certificates.flatMap { vector(24, $0) }
            try expect(vector(24, list) == bytes, "written again it is another message")
            try expect(read.stapledOCSP == nil && read.signedCertificateTimestamps == nil, "extensions before TLS 1.3")
        }
        try checkOrder(of: read.certificates, in: bytes)
        try checkTracer(read, bytes, form)
        // However long the list, what judges it says a word.
        let list = try? ServerTrust(derChain: read.certificates)
        try expect(
            list?.presented.map { Array($0.bytes) } ?? read.certificates == read.certificates, "others are judged")
    }
}

private func vector(_ bits: Int, _ content: [UInt8]) -> [UInt8] {
    stride(from: bits - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: content.count >> $0) } + content
}

private func checkOrder(of certificates: [[UInt8]], in bytes: [UInt8]) throws(Violation) {
    var rest = bytes[...]
    for certificate in certificates {
        try expect(!certificate.isEmpty, "a certificate of no bytes")
        guard let place = rest.firstRange(of: certificate) else { throw Violation("a certificate was not sent") }
        rest = rest[place.upperBound...]
    }
}

/// The tracer shows what it can, extensions that cannot be read too; of what both read they say the same.
private func checkTracer(
    _ read: ServerCertificates, _ bytes: [UInt8], _ form: ServerCertificates.Form
) throws(Violation) {
    let context = HandshakeContext(version: form == .tls13 ? .tls13 : .tls12)
    let message = HandshakeMessage([11] + vector(24, bytes), in: context)
    guard case .certificate(let traced) = message.content else {
        try expect(message.error != nil, "the tracer reads it as something else")
        return
    }
    try expect(traced.entries.map(\.der) == read.certificates, "the tracer shows other certificates")
    guard let first = traced.entries.first else { return }
    try expect(first.signedCertificateTimestamps == read.signedCertificateTimestamps, "other timestamps")
    if let response = first.stapledOCSP { try expect(response == read.stapledOCSP, "another response") }
}
