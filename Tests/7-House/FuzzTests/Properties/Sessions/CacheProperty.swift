import HoldfastTransport
import HoldfastX509

@testable import HoldfastHTTP
@testable import HoldfastWeb

/// A record of a kept answer is written anew as the same bytes, or the fields of an answer are kept and read the same;
/// whatever it says, the rules of caching give one of their answers for any request, and a part lies in what it is of.
func checkCache(_ bytes: [UInt8]) throws(Violation) {
    if let (head, digest) = CacheRecord.head(bytes) {
        try expect(CacheRecord.bytes(head, bodyDigest: digest) == bytes, "the record is written as other bytes")
        return try checkRules(head)
    }
    let now = Instant(secondsSince1970: 1_800_000_000)
    let lines = bytes.split(separator: 0x0A).prefix(50).map { String(decoding: $0, as: UTF8.self) }
    let fields = lines.compactMap { line in
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 ? HTTPField(name: String(parts[0]), value: String(parts[1])) : nil
    }
    let request = try outgoing(fields: [])
    for status in [200, 206, 302, 404, 500] {
        guard
            var head = CacheRules.storable(
                request, status: status, httpVersion: "1.1", fields: fields, requestTime: now, at: now)
        else { continue }
        head.bodyCount = head.range?.bytes.count ?? 10
        let digest = [UInt8](repeating: 0, count: 32)
        if let record = CacheRecord.bytes(head, bodyDigest: digest) {
            try expect(CacheRecord.head(record)?.head == head, "the record is read as another head")
        }
        try checkRules(head)
        // A 304 with the same fields is about the same representation.
        let renewed = CacheRules.freshened(head, by: head.fields, for: request, requestTime: now, at: now)
        try expect(renewed != nil || head.variesBy == nil, "a 304 of its own is not its own")
    }
    // As a request's: the rules take any wish.
    let asking = CacheAsking(try outgoing(fields: fields), .useProtocolCachePolicy, mayRefresh: true)
    _ = CacheRules.decide(asking, among: [], at: now)
}

private func outgoing(fields: [HTTPField]) throws(Violation) -> OutgoingRequest {
    let url = try prepared { try HTTPSURL("https://a.example/") }
    return OutgoingRequest(
        url, method: "GET", fields: fields, as: nil, identity: nil, policyDigest: [1], hasContent: false)
}

private func checkRules(_ head: CachedHead) throws(Violation) {
    let wishes = ["", "max-stale", "max-age=5", "min-fresh=5", "only-if-cached", "no-cache"]
    let moments = [head.responseTime, head.responseTime.advanced(bySeconds: 60), Instant(secondsSince1970: .max)]
    for now in moments {
        let age = head.age(at: now)
        try expect(age >= 0, "its age is \(age)")
        try expect(head.lifetime >= 0 && head.lifetime.isFinite, "its lifetime is \(head.lifetime)")
        for wish in wishes {
            for range in ["", "bytes=0-", "bytes=-1", "bytes=3-7"] {
                let fields = [("Cache-Control", wish), ("Range", range)].compactMap { name, value in
                    value.isEmpty ? nil : HTTPField(name: name, value: value)
                }
                let request = try outgoing(fields: fields)
                var kept = head
                if let names = head.variesBy { kept.sent = request.digest(varyingBy: names) }
                let asking = CacheAsking(request, .useProtocolCachePolicy, mayRefresh: true)
                try checkDecision(CacheRules.decide(asking, among: [kept], at: now), kept, isPart: !range.isEmpty)
            }
        }
    }
}

private func checkDecision(_ decision: CacheDecision, _ head: CachedHead, isPart: Bool) throws(Violation) {
    switch decision {
    case .use(let number, let selection, _), .useAndRefresh(let number, let selection),
        .validate(let number, let selection, _):
        try expect(number == 0, "there is no response \(number)")
        try expect(head.variesBy != nil, "an answer to nobody knows what is used")
        switch selection {
        case .whole: try expect(head.range == nil && !isPart, "a part is taken for the whole")
        case .head: try expect(false, "nobody has asked for a head")
        case .part(let range):
            let has = head.range?.bytes ?? 0..<head.bodyCount
            try expect(
                has.lowerBound <= range.bytes.lowerBound && range.bytes.upperBound <= has.upperBound,
                "bytes \(range.bytes) of \(has) are given")
        }
    case .complete(let number, let fields):
        try expect(number == 0 && head.range != nil && fields.count == 2, "nothing is missing of it")
    case .load, .unavailable, .fail: break
    }
}
