import HoldfastCrypto

/// The cookie that the attacks on old versions are after, and the request that it stands in.
enum AttackedRequest {
    static let cookie = "7c1f"
    static let digits = Array("0123456789abcdef".utf8)

    /// A request for a path that the attacker chooses, with a cookie that the browser adds.
    static func bytes(path: String, cookie: String = Self.cookie) -> [UInt8] {
        Array("GET /\(path) HTTP/1.1\r\nCookie: session=\(cookie)\r\n\r\n".utf8)
    }

    /// The index of the cookie's first digit.
    static func place(in request: [UInt8]) -> Int {
        let name = Array("session=".utf8)
        return request.firstRange(of: name)?.upperBound ?? 0
    }
}

/// POODLE (2014): a server of SSL 3.0 says by accepting or refusing what a byte is.
///
/// The attacker makes the browser send requests to the server and copies the block that ends with the byte he wants to
/// where the padding stands. Once in about 256 times the server takes it.
package struct PaddingAttack: Sendable {
    /// The byte that he has found; nil where the server never took a record.
    package let found: UInt8?
    /// The number of records that he has sent for it.
    package let tries: Int

    /// Attacks the first digit of the cookie.
    ///
    /// - Parameters:
    ///   - records: the browser's and the server's, of which the attacker has no key.
    ///   - random: new bytes for each record's vector.
    init(
        on records: SSL3Records, random: (Int) throws(CryptoError) -> [UInt8]
    ) throws(CryptoError) {
        let block = ChainedCipher.blockCount
        for number in 0..<Self.limit {
            let request = Self.request(number)
            let vector = try random(block)
            var sealed = try records.sealed(request, vector: vector)
            let wanted = AttackedRequest.place(in: request) / block
            let blocks = ChainedCipher.blocks(of: sealed)
            sealed.replaceSubrange((sealed.count - block)..., with: blocks[wanted])
            guard try records.opened(sealed, vector: vector) != nil else { continue }
            // The server has found block - 1 at the end: what was decrypted there is known, and so is what it was mixed
            // with, here and in its own place.
            found = UInt8(block - 1) ^ (blocks[blocks.count - 2].last ?? 0) ^ (blocks[wanted - 1].last ?? 0)
            tries = number + 1
            return
        }
        (found, tries) = (nil, Self.limit)
    }

    /// So many tries fail once in 10^17.
    private static let limit = 10_000

    /// A request in which the wanted digit ends a block, and the padding fills one.
    private static func request(_ number: Int) -> [UInt8] {
        let digits = String(number)
        var path = String(repeating: "0", count: 5 - digits.count) + digits
        while AttackedRequest.place(in: AttackedRequest.bytes(path: path)) % ChainedCipher.blockCount
            != ChainedCipher.blockCount - 1
        { path += "a" }
        var request = AttackedRequest.bytes(path: path)
        while (request.count + SSL3Records.checkSumCount) % ChainedCipher.blockCount != 0 {
            request.append(UInt8(ascii: "b"))
        }
        return request
    }
}

/// BEAST (2011): TLS 1.0 takes the last block that was sent as the vector of the next record, so that whoever sees it
/// can try a guess.
package struct VectorAttack: Sendable {
    /// The byte that he has found; nil where no guess gave the block that he had seen.
    package let found: UInt8?

    /// Attacks the first digit of the cookie.
    ///
    /// - Parameters:
    ///   - cipher: the browser's, of which the attacker has no key.
    ///   - nextVector: the vector of a record, from the last block that was sent; TLS 1.0 takes that very block, TLS
    ///     1.1 a new random one (RFC 4346 §6.2.3.2).
    init(
        on cipher: ChainedCipher, first vector: [UInt8], nextVector: ([UInt8]) throws(CryptoError) -> [UInt8]
    ) throws(CryptoError) {
        let block = ChainedCipher.blockCount
        var path = ""
        while AttackedRequest.place(in: AttackedRequest.bytes(path: path)) % block != block - 1 { path += "a" }
        var request = AttackedRequest.bytes(path: path)
        let wanted = AttackedRequest.place(in: request) / block
        while request.count % block != 0 { request.append(UInt8(ascii: "b")) }
        let sent = ChainedCipher.blocks(of: try cipher.encrypted(request, vector: vector))
        let known = Array(ChainedCipher.blocks(of: request)[wanted].dropLast())
        var last = sent[sent.count - 1]
        for digit in AttackedRequest.digits {
            // What he hands the browser to send: his guess, undone by the vector that he expects.
            let guess = ChainedCipher.mixed(ChainedCipher.mixed(known + [digit], sent[wanted - 1]), last)
            let answer = try cipher.encrypted(guess, vector: try nextVector(last))
            if answer == sent[wanted] {
                found = digit
                return
            }
            last = answer
        }
        found = nil
    }
}

/// CRIME (2012): where a request is compressed before it is encrypted, its length says what stands in it twice.
package struct LengthAttack: Sendable {
    /// The cookie that he has found, digit by digit.
    package let found: String
    /// For each first digit that he has tried, in their order, the bits of the compressed request.
    package let firstLengths: [Int]

    init() {
        var found = ""
        var first: [Int] = []
        for place in 0..<AttackedRequest.cookie.utf8.count {
            let tried = AttackedRequest.digits.map { digit in
                let guess = found + String(decoding: [digit], as: UTF8.self)
                let request = AttackedRequest.bytes(path: "?session=\(guess)")
                return (digit: guess, bits: RepetitionCompressor.bits(of: request))
            }
            if place == 0 { first = tried.map(\.bits) }
            found = tried.min { $0.bits < $1.bits }?.digit ?? found
        }
        self.found = found
        firstLengths = first
    }
}

/// The first half of DEFLATE (RFC 1951 §2, LZ77): what stood there before is replaced by a reference.
package enum RepetitionCompressor {
    /// The length of a text once it is compressed.
    ///
    /// - Returns: bits: 9 for a byte, 21 for a reference to at least three bytes.
    package static func bits(of text: [UInt8]) -> Int {
        var (place, bits) = (0, 0)
        while place < text.count {
            let longest = (0..<place).map { start in
                zip(text[start...], text[place...]).prefix { $0 == $1 }.count
            }.max()
            if let longest, longest >= 3 {
                place += longest
                bits += 21
            } else {
                place += 1
                bits += 9
            }
        }
        return bits
    }
}
