import HoldfastHTTP
import HoldfastX509

/// The meaning of the answer to a request for the rest of a file.
package enum RangeAnswer: Hashable, Sendable {
    /// The body goes behind what is there, up to an end; the size of the whole, where it is known.
    case append(to: Int64, total: Int64?)
    /// The body is the whole: what is there is thrown away.
    case beginAgain
    /// Nothing is missing, and there is no body to keep.
    case complete
    /// The body is of no use, and what is there neither: the file is asked for anew, without a range.
    case reload
    /// An answer about something else, such as 404 or 401.
    case other
}

/// The mark by which the rest of a response can be asked for later, and another version of it is told apart.
package struct RangeValidator: Hashable, Sendable {
    /// A strong one; nil where the date stands for it.
    package let entityTag: String?
    /// The server's Last-Modified, as it wrote it.
    package let lastModified: String?

    /// Makes a validator of what was kept; nil without either, and for a weak entity tag.
    package init?(entityTag: String?, lastModified: String?) {
        guard entityTag != nil || lastModified != nil, entityTag.map(Self.isStrong) ?? true else { return nil }
        (self.entityTag, self.lastModified) = (entityTag, lastModified)
    }

    /// The validator of a response; nil where it must be loaded from its beginning (RFC 9110 §13.1.5, §14).
    ///
    /// The body must be as it was sent: a coding that was undone leaves no place to go on from.
    ///
    /// - Parameter field: a header field's value by its name.
    package init?(status: Int, field: (String) -> String?) {
        guard [200, 206].contains(status), RangeRules.isUncoded(field) else { return nil }
        let units = (field("Accept-Ranges") ?? "").asciiLowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
        guard status == 206 || units.contains("bytes") else { return nil }
        if let tag = field("ETag") {
            // §13.1.5: a date only where "the client has no entity tag for the corresponding representation".
            self.init(entityTag: tag, lastModified: nil)
            return
        }
        // A date is strong only where the file could not change again within its second (§8.8.2.2).
        guard let text = field("Last-Modified"), let modified = HTTPDate.instant(text),
            let sent = field("Date").flatMap(HTTPDate.instant), sent.secondsSince1970 > modified.secondsSince1970
        else { return nil }
        self.init(entityTag: nil, lastModified: text)
    }

    /// Whether the answer to a request for the rest is of the same representation.
    ///
    /// A server that has an entity tag must send it with a part as well (RFC 9110 §15.3.7), and "a client that has
    /// received multiple partial responses" may put them together "if they share the same strong validator"
    /// (§15.3.7.3). A date need not be there again.
    package func isShared(_ field: (String) -> String?) -> Bool {
        guard let entityTag else { return field("Last-Modified").map { $0 == lastModified } ?? true }
        // §8.8.3.2: "character-by-character", and not what Unicode takes for the same.
        return field("ETag")?.hasOctets(of: entityTag) == true
    }

    /// The value of `If-Range`.
    package var value: String { entityTag ?? lastModified ?? "" }

    /// Whether a text is an entity tag that stands for the same octets (RFC 9110 §8.8.3).
    package static func isStrong(_ tag: String) -> Bool {
        tag.utf8.count >= 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"")
            && tag.utf8.dropFirst().dropLast().allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x7F }
    }
}

/// The rules by which a download goes on where it was (RFC 9110 §13.1.5, §14).
package enum RangeRules {
    /// Reads the answer to a request for what follows the first bytes of a file.
    ///
    /// - Parameters:
    ///   - field: a header field's value by its name.
    ///   - received: how many bytes are there.
    ///   - validator: what they were sent with.
    ///   - total: the size of the whole, as it was said with them; nil where it was not.
    package static func answer(
        status: Int, field: (String) -> String?, received: Int64, validator: RangeValidator, total: Int64? = nil
    ) -> RangeAnswer {
        let range = field("Content-Range").flatMap { ContentRangeField($0) }
        switch status {
        case 200: return .beginAgain
        case 206:
            // A server that does not compare may send another version's part.
            guard let range, let bytes = range.bytes, bytes.lowerBound == received, isUncoded(field),
                validator.isShared(field)
            else { return .reload }
            // The same representation has one size.
            let whole = range.total ?? total
            guard total ?? whole == whole, whole.map({ bytes.upperBound <= $0 }) ?? true else { return .reload }
            return .append(to: bytes.upperBound, total: whole)
        case 416:
            // The fields of the refusal are its own, but an entity tag that is another one tells of another version.
            guard let range, range.bytes == nil, range.total == received, total ?? received == received,
                validator.entityTag == nil || field("ETag") == nil || validator.isShared(field)
            else { return .reload }
            return .complete
        default: return .other
        }
    }

    fileprivate static func isUncoded(_ field: (String) -> String?) -> Bool {
        ["", "identity"].contains(field("Content-Encoding")?.asciiLowercased() ?? "")
    }
}
