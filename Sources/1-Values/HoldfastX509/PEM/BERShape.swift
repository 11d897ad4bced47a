/// Tells containers apart that are BER and no DER, as RFC 5652 and RFC 7292 allow them: by the first element inside.
enum BERShape {
    /// `1.2.840.113549.1.7`, the content types of PKCS #7 and of CMS, in the octets of its encoding.
    private static let contentTypes: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07]

    /// The kind of container that the bytes begin as; `unknown` for anything else.
    static func kind(of bytes: ArraySlice<UInt8>) -> EncodedObject.Kind {
        guard let outer = header(bytes, bytes.startIndex), outer.tag == 0x30,
            let first = header(bytes, outer.content)
        else {
            return .unknown
        }
        let inside = bytes[first.content...]
        switch first.tag {
        case 0x06: return inside.starts(with: contentTypes) ? .pkcs7 : .unknown
        // RFC 7292 §4: the version is 3, and a SEQUENCE follows.
        case 0x02: return first.length == 1 && inside.starts(with: [3, 0x30]) ? .pkcs12 : .unknown
        default: return .unknown
        }
    }

    /// The container that a file holds with nothing but white space behind it; `nil` for any other file.
    ///
    /// A line end behind DER is what text tools leave.
    static func container(_ file: [UInt8]) -> EncodedObject? {
        let kind = kind(of: file[...])
        guard kind != .unknown, let outer = header(file[...], 0) else { return nil }
        var end = file.endIndex
        if let length = outer.length {
            guard length <= end - outer.content, file[(outer.content + length)...].allSatisfy(PEMLine.isSpace) else {
                return EncodedObject(kind: kind, bytes: file, block: nil)
            }
            end = outer.content + length
        } else {
            while end > 0, PEMLine.isSpace(file[end - 1]) { end -= 1 }
        }
        return EncodedObject(kind: kind, bytes: Array(file[..<end]), block: nil)
    }

    private static func header(_ bytes: ArraySlice<UInt8>, _ start: Int) -> BERHeader? {
        BERHeader(bytes, at: start, lengthOctets: 7)
    }
}
