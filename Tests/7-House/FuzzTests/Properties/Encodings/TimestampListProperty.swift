import HoldfastX509

/// A list of timestamps that can be read is written anew to the same bytes, and so is each timestamp.
func checkTimestampList(_ bytes: [UInt8]) throws(Violation) {
    let input = Input(bytes: bytes)
    let list: SignedCertificateTimestampList
    do throws(SCTError) {
        list = try SignedCertificateTimestampList(bytes: bytes[...])
    } catch {
        try expect((0...bytes.count).contains(error.offset), "the place of the error \(error) is not in the input")
        try expect(!error.description.isEmpty, "an error without words")
        return
    }
    try expect(list.encoded == bytes, "written anew it differs")
    let moved = [0, 1] + bytes
    try expect((try? SignedCertificateTimestampList(bytes: moved[2...])) == list, "another one behind other bytes")
    try expect((try? SignedCertificateTimestampList(bytes: (bytes + [0])[...])) == nil, "read with an octet too many")
    let count = 1...SignedCertificateTimestampList.maximumCount
    try expect(count.contains(list.timestamps.count), "\(list.timestamps.count) timestamps")
    for timestamp in list.timestamps {
        try input.expectHolds(timestamp.bytes, "a timestamp")
        guard let content = timestamp.version1 else { continue }
        try expect(content.logID.count == 32, "a log's identifier that SHA-256 cannot have made")
        try input.expectHolds(content.logID, "a log's identifier")
        try input.expectHolds(content.extensions, "extensions of a timestamp")
        try input.expectHolds(content.signature, "a timestamp's signature")
        try expect(
            SignedCertificateTimestamp(content).bytes == timestamp.bytes, "a timestamp written anew differs")
        let instant = content.instant
        try expect(
            UInt64(instant.secondsSince1970) * 1000 + UInt64(instant.nanoseconds / 1_000_000) == content.timestamp,
            "the instant of a timestamp is another one")
        try checkText("\(instant)")
        _ = content.algorithm
    }
}
