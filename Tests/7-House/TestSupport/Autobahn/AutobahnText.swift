extension AutobahnCase {
    /// 6: text (RFC 6455 §8.1, RFC 3629).
    package static let texts: [AutobahnCase] = messages + failFast + sequences

    private static let greek = hex("cebae1bdb9cf83cebcceb5")

    /// 6.1 to 6.3: empty fragments, and valid text in one frame, by characters and by octets.
    private static let messages: [AutobahnCase] = {
        let hello = Array("Hello-µ@ßöäüàá-UTF-8!!".utf8)
        let invalid = greek + hex("eda080656469746564")
        return [
            AutobahnCase("6.1.1", rawFrame(1), "text:"),
            AutobahnCase(
                "6.1.2", rawFrame(1, isFinal: false) + rawFrame(0, isFinal: false) + rawFrame(0), "text:"),
            AutobahnCase(
                "6.1.3", rawFrame(1, isFinal: false) + rawMore("middle", isFinal: false) + rawFrame(0), "text:middle"),
            AutobahnCase("6.2.1", rawFrame(1, hello), "text:Hello-µ@ßöäüàá-UTF-8!!"),
            AutobahnCase("6.2.2", rawFragments(1, hello, by: 7), "text:Hello-µ@ßöäüàá-UTF-8!!"),
            AutobahnCase("6.2.3", rawFragments(1, hello), "text:Hello-µ@ßöäüàá-UTF-8!!"),
            AutobahnCase("6.2.4", rawFragments(1, hex("cebae1bdb9cf83cebcceb5")), "text:κόσμε"),
            AutobahnCase("6.3.1", rawFrame(1, invalid), "!1007"),
            AutobahnCase("6.3.2", rawFragments(1, invalid), "!1007"),
        ]
    }()

    /// 6.4: what cannot become text is found with the octet that makes it so, and not at the message's end.
    private static let failFast: [AutobahnCase] = [
        AutobahnCase(
            "6.4.1", rawFrame(1, greek, isFinal: false) + rawFrame(0, hex("f4908080"), isFinal: false), "!1007"),
        AutobahnCase(
            "6.4.2", rawFrame(1, greek + [0xF4], isFinal: false) + rawFrame(0, [0x90], isFinal: false), "!1007"),
        AutobahnCase("6.4.3", Array(rawFrame(1, greek + hex("f4908080656469746564")).prefix(15)), "!1007", by: 15),
        AutobahnCase("6.4.4", Array(rawFrame(1, greek + hex("f4908080656469746564")).prefix(15)), "!1007", by: 1),
    ]

    /// 6.5 to 6.23: octets, and whether they are text.
    private static let sequences: [AutobahnCase] = (valid.map { ($0, true) } + invalid.map { ($0, false) }).flatMap {
        row, isText in
        row.1.split(separator: " ").enumerated().map { place, sequence in
            let bytes = hex(String(sequence))
            let number = row.0.hasSuffix(".") ? "\(row.0)\(place + 1)" : row.0
            let shown = bytes.count <= 40 ? String(decoding: bytes, as: UTF8.self) : "\(bytes.count)"
            return AutobahnCase(number, rawFrame(1, bytes), isText ? "text:\(shown)" : "!1007")
        }
    }

    private static let valid: [(String, String)] = [
        ("6.5.", "48656c6c6f 48656c6c6f2d c2b540 cebae1bdb9cf83cebcceb5 e697a5e69cac"),
        ("6.6.2", "ceba"), ("6.6.5", "cebae1bdb9"), ("6.6.7", "cebae1bdb9cf83"), ("6.6.9", "cebae1bdb9cf83cebc"),
        ("6.6.11", "cebae1bdb9cf83cebcceb5"), ("6.7.", "00 c280 e0a080 f0908080"),
        ("6.9.", "7f dfbf efbfbf f48fbfbf"), ("6.11.", "ed9fbf ee8080 efbfbd f48fbfbf"),
        (
            "6.22.",
            """
            efbfbe efbfbf f09fbfbe f09fbfbf f0afbfbe f0afbfbf f0bfbfbe f0bfbfbf f18fbfbe f18fbfbf f19fbfbe f19fbfbf \
            f1afbfbe f1afbfbf f1bfbfbe f1bfbfbf f28fbfbe f28fbfbf f29fbfbe f29fbfbf f2afbfbe f2afbfbf f2bfbfbe \
            f2bfbfbf f38fbfbe f38fbfbf f39fbfbe f39fbfbf f3afbfbe f3afbfbf f3bfbfbe f3bfbfbf f48fbfbe f48fbfbf
            """
        ),
        ("6.23.", "efbfb9 efbfba efbfbb efbfbc efbfbd efbfbe efbfbf"),
    ]

    private static let invalid: [(String, String)] = [
        ("6.6.1", "ce"), ("6.6.3", "cebae1"), ("6.6.4", "cebae1bd"), ("6.6.6", "cebae1bdb9cf"),
        ("6.6.8", "cebae1bdb9cf83ce"), ("6.6.10", "cebae1bdb9cf83cebcce"), ("6.8.", "f888808080 fc8480808080"),
        ("6.10.", "f7bfbfbf fbbfbfbfbf fdbfbfbfbfbf"), ("6.11.5", "f4908080"),
        ("6.12.", "80 bf 80bf 80bf80 80bf80bf 80bf80bf80 80bf80bf80bf 808182838485868788"),
        ("6.13.", "c020c120c220 e020e120e220 f020f120f220 f820f920fa20 fc20fd20"),
        (
            "6.14.", "c0 e080 f08080 f8808080 fc80808080 df efbf f7bfbf fbbfbfbf fdbfbfbfbf"
        ),
        ("6.15.1", "c0e080f08080f8808080fc80808080dfefbff7bfbffbbfbfbffdbfbfbfbf"), ("6.16.", "fe ff fefeffff"),
        ("6.17.", "c0af e080af f08080af f8808080af fc80808080af"),
        ("6.18.", "c1bf e09fbf f08fbfbf f887bfbfbf fc83bfbfbfbf"),
        ("6.19.", "c080 e08080 f0808080 f880808080 fc8080808080"),
        ("6.20.", "eda080 edadbf edae80 edafbf edb080 edbe80 edbfbf"),
        (
            "6.21.",
            """
            eda080edb080 eda080edbfbf edadbfedb080 edadbfedbfbf edae80edb080 edae80edbfbf edafbfedb080 edafbfedbfbf
            """
        ),
    ]
}
