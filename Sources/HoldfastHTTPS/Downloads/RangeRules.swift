import HoldfastX509

/// The meaning of the answer to a request for the rest of a file.
package enum RangeAnswer: Hashable, Sendable {
    /// The body goes behind what is there; the size of the whole, where it is known.
    case append(total: Int64?)
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
        let units = (field("Accept-Ranges") ?? "").lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
        guard status == 206 || units.contains("bytes") else { return nil }
        if let tag = field("ETag"), Self.isStrong(tag) {
            self.init(entityTag: tag, lastModified: nil)
            return
        }
        // A date is strong only where the file could not change again within its second (§8.8.2.2).
        guard let text = field("Last-Modified"), let modified = HTTPDate.instant(text),
            let sent = field("Date").flatMap(HTTPDate.instant), sent.secondsSince1970 > modified.secondsSince1970
        else { return nil }
        self.init(entityTag: nil, lastModified: text)
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
    package static func answer(
        status: Int, field: (String) -> String?, received: Int64, validator: RangeValidator
    ) -> RangeAnswer {
        let range = field("Content-Range").flatMap { ContentRangeField($0) }
        switch status {
        case 200: return .beginAgain
        case 206:
            guard let range, range.bytes?.lowerBound == received, isUncoded(field) else { return .reload }
            // A server that does not compare may send another version's part.
            if let old = validator.entityTag, let new = field("ETag"), new != old { return .reload }
            return .append(total: range.total)
        case 416: return range?.bytes == nil && range?.total == received ? .complete : .reload
        default: return .other
        }
    }

    fileprivate static func isUncoded(_ field: (String) -> String?) -> Bool {
        ["", "identity"].contains(field("Content-Encoding")?.lowercased() ?? "")
    }
}
