import HoldfastHTTP

/// Parts of representations: what is missing, and what two of them are together (RFC 9111 §3.3, §3.4).
extension CacheRules {
    /// The fields that ask for what is missing of a kept response; nil where its beginning is, or where its server gave
    /// nothing by which the two would be known to belong together.
    static func rest(of head: CachedHead) -> [HTTPField]? {
        guard let range = head.range, range.bytes.lowerBound == 0, !range.isWhole, head.mayBeCut,
            let tag = head.strongTag
        else { return nil }
        let fields = [
            HTTPField(name: "Range", value: "bytes=\(range.bytes.upperBound)-"),
            HTTPField(name: "If-Range", value: tag),
        ].compactMap(\.self)
        return fields.count == 2 ? fields : nil
    }

    /// The kept response and a part that came after it, as one; nil where they are of two representations, or leave a
    /// gap between them.
    ///
    /// "A client that has received multiple partial responses to GET requests on a target resource MAY combine those
    /// responses into a larger continuous range if they share the same strong validator." (RFC 9110 §15.3.7.3)
    ///
    /// - Parameter part: the head of the part, as it would be kept by itself.
    package static func combined(
        _ old: CachedHead, _ oldBody: [UInt8], with part: CachedHead, _ body: [UInt8]
    ) -> (head: CachedHead, body: [UInt8])? {
        guard let range = part.range, range.bytes.count == body.count, let tag = part.strongTag,
            old.strongTag == tag, old.mayBeCut, part.mayBeCut, old.status == 200 || old.range != nil,
            let has = old.range ?? ContentRange(0..<oldBody.count, of: oldBody.count),
            has.total == range.total, has.bytes.count == oldBody.count,
            has.bytes.lowerBound <= range.bytes.upperBound, range.bytes.lowerBound <= has.bytes.upperBound,
            let both = ContentRange(
                min(has.bytes.lowerBound, range.bytes.lowerBound)..<max(has.bytes.upperBound, range.bytes.upperBound),
                of: has.total)
        else { return nil }
        // What each was chosen by has to be the same, or whom the whole is for is not known.
        guard let names = part.variesBy, let oldNames = old.variesBy, Set(names) == Set(oldNames) else { return nil }
        // Where both have bytes they are the same: so says the validator.
        let before = oldBody.prefix(max(range.bytes.lowerBound - has.bytes.lowerBound, 0))
        let after = oldBody.suffix(max(has.bytes.upperBound - range.bytes.upperBound, 0))
        let whole = Array(before) + body + Array(after)
        guard whole.count == both.bytes.count else { return nil }
        // RFC 9111 §3.4: the newer response's fields stand, and those that it has not are the older one's.
        var head = part
        // How old the older one was says nothing of the newer one.
        head.fields =
            old.fields.filter { !$0.isNamed("Age") && part.fields.first(named: $0.name) == nil } + part.fields
        head.range = both.isWhole ? nil : both
        head.status = both.isWhole ? 200 : 206
        head.bodyCount = whole.count
        head.fields = head.fields.setting("Content-Range", both.isWhole ? nil : both.field)
            .setting("Content-Length", "\(whole.count)")
        return (head, whole)
    }

    /// The fields and the status of a part that is cut out of a kept response (RFC 9110 §15.3.7).
    static func cut(_ fields: [HTTPField], to range: ContentRange) -> [HTTPField] {
        fields.setting("Content-Range", range.field).setting("Content-Length", "\(range.bytes.count)")
    }
}

extension CachedHead {
    /// The entity tag, where it is a strong one (RFC 9110 §8.8.1): the same tag means the same bytes.
    var strongTag: String? {
        fields.first(named: "ETag").flatMap { RangeValidator.isStrong($0) ? $0 : nil }
    }

    /// Whether bytes of the body are bytes of the representation, as ranges count them: the body is kept decompressed.
    var mayBeCut: Bool {
        (status == 200 || status == 206) && fields.list("Content-Encoding").allSatisfy { $0 == "identity" }
    }
}
