import HoldfastX509

/// A block that can be read is read again from what it is written as, whatever the line ends; the certificates of a
/// file are those of its blocks.
func checkPEM(_ bytes: [UInt8]) throws(Violation) {
    let blocks: [PEMBlock]
    do throws(PEMError) {
        blocks = try PEM.blocks(in: bytes[...])
    } catch {
        try expect(error.line >= 1 && error.line <= bytes.count + 1, "the line \(error.line) is not in the input")
        try expect(!error.description.isEmpty, "an error without words")
        try checkFile(bytes, blocks: nil)
        return
    }
    var written = ""
    for block in blocks {
        try expect(!block.contents.isEmpty, "a block without contents")
        let again = try? PEM.blocks(in: Array(block.encoded.utf8)[...])
        try expect(again?.count == 1, "a block written anew is not one block")
        try expect(again?.first?.contents == block.contents, "written anew the contents differ")
        try expect(again?.first?.label == block.label, "written anew the label differs")
        if block.headers.allSatisfy(isWritable) {
            try expect(again?.first?.headers == block.headers, "written anew the headers differ")
        }
        written += block.encoded
    }
    let all = try? PEM.blocks(in: Array(written.utf8)[...])
    try expect(all?.map(\.contents) == blocks.map(\.contents), "written one after the other the blocks differ")
    try checkLineEnds(bytes, blocks)
    try checkFile(bytes, blocks: blocks)
}

/// A header is written as it is: one whose name or value was not that of a line is not read back.
private func isWritable(_ header: PEMBlock.Header) -> Bool {
    !header.name.isEmpty && header.value.utf8.first != 0x20 && header.value.utf8.last != 0x20
}

/// RFC 7468 §2: "Parsers MUST handle different newline conventions."
private func checkLineEnds(_ bytes: [UInt8], _ blocks: [PEMBlock]) throws(Violation) {
    guard !bytes.contains(0x0D), !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else { return }
    let crlf: [UInt8] = bytes.flatMap { (octet: UInt8) -> [UInt8] in octet == 0x0A ? [0x0D, 0x0A] : [octet] }
    let cr: [UInt8] = bytes.map { $0 == 0x0A ? 0x0D : $0 }
    try expect((try? PEM.blocks(in: crlf[...])) == blocks, "with CRLF the blocks differ")
    try expect((try? PEM.blocks(in: cr[...])) == blocks, "with CR the blocks differ")
    guard bytes.allSatisfy({ $0 < 0x80 }) else { return }
    let marked = [0xEF, 0xBB, 0xBF] + bytes
    let wide: [UInt8] = [0xFF, 0xFE] + bytes.flatMap { (octet: UInt8) -> [UInt8] in [octet, 0] }
    try expect((try? PEM.blocks(in: marked[...])) == blocks, "behind a byte order mark the blocks differ")
    try expect((try? PEM.blocks(in: wide[...])) == blocks, "in UTF-16 the blocks differ")
}

private func checkFile(_ bytes: [UInt8], blocks: [PEMBlock]?) throws(Violation) {
    let labels: Set = ["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"]
    let certificates: [ArraySlice<UInt8>]
    do throws(CertificateFileError) {
        certificates = try EncodedObject.certificates(in: bytes)
    } catch {
        try expect(!error.description.isEmpty, "an error without words")
        // DER that is no certificate may hold PEM in one of its texts.
        let isPEM = bytes.first != 0x30 && blocks?.contains { labels.contains($0.label) } == true
        try expect(!isPEM, "a block of a certificate that the file is said not to have: \(error)")
        return
    }
    try expect(!certificates.isEmpty, "a file with certificates that are none")
    guard bytes.first != 0x30 else { return }
    let meant = (blocks ?? []).filter { labels.contains($0.label) }
    try expect(certificates.count == meant.count, "another number of certificates than of blocks")
    for (certificate, block) in zip(certificates, meant) {
        try expect(block.contents.starts(with: certificate), "a certificate that its block does not hold")
        try expect(
            block.label == "TRUSTED CERTIFICATE" || certificate.count == block.contents.count,
            "a certificate that is shorter than its block")
    }
}
