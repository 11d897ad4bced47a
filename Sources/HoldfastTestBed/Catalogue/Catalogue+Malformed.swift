import HoldfastAuthority
import HoldfastX509

extension BadServer {
    /// Bytes that are no certificate. RFC 5280 §4.1: "the data that is to be signed is encoded using the ASN.1
    /// distinguished encoding rules (DER)".
    static let malformed: [BadServer] = [
        BadServer(
            "broken-der", "Its certificate is cut off before the end.", exit: 30, findings: ["malformedCertificate"]
        ) { (authority, host) throws(TestBedError) in
            let identity = try authority.server(host) { leaf, _ in
                leaf.certificateEdit = ByteEdit { Array($0.dropLast(16)) }
            }
            return try .flight(identity.chain, identity, anchor: authority.root.certificate)
        },
        // X.690 §11.1: "If the encoding represents the boolean value TRUE, its single contents octet shall have all
        // eight bits set to one." OpenSSL takes any value but 0: the handshake goes on.
        .leaf(
            "lax-der", "Its certificate is well signed, but written in a way that DER does not allow.", exit: 30,
            findings: ["malformedCertificate"]
        ) { leaf, _ in
            leaf.tbsEdit = ByteEdit { tbs in
                var tbs = tbs
                // keyUsage, critical: the octet that says TRUE.
                let start: [UInt8] = [0x06, 0x03, 0x55, 0x1D, 0x0F, 0x01, 0x01, 0xFF]
                if let range = tbs.firstRange(of: start) { tbs[range.upperBound - 1] = 0x01 }
                return tbs
            }
        },
    ]
}
