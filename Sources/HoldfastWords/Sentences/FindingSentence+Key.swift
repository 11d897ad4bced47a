/// Sentences about keys and signatures.
extension FindingSentence {
    static let aboutKey: [(english: String, chinese: String)] = [
        ("the certificate names two different signature algorithms", "证书内外写明的签名算法不一致"),
        ("{} inside, {} outside", "内部为 {1}，外部为 {2}"),
        ("the same identifier in both places", "两处的标识应当相同"),
        ("the key is a DSA key, which nothing signs with any more", "密钥为 DSA 密钥，如今已不再用于签名"),
        ("RSA, P-256, P-384, P-521, Ed25519 or Ed448", "RSA、P-256、P-384、P-521、Ed25519 或 Ed448"),
        ("the key is of a kind that is not supported: {}", "不支持此类密钥：{1}"),
        ("the key is of a kind that protects too little: {}", "此类密钥的强度不足：{1}"),
        ("the key is not written as keys of its kind are: {}", "密钥不符合其类型的写法：{1}"),
        ("P-256, P-384 or P-521", "P-256、P-384 或 P-521"),
        ("a key as the RFC of its algorithm has it", "应按其算法的 RFC 书写密钥"),
        ("the signature is of a kind that protects too little, so it was not checked", "此类签名的强度不足，因此没有检查"),
        (
            "the signature was not checked, since its issuer's key is not written as keys of its kind are",
            "签名没有检查，因为签发者的密钥不符合其类型的写法"
        ),
        (
            "the signature was not checked, since its issuer's key cannot be computed with",
            "签名没有检查，因为无法用签发者的密钥运算"
        ),
        (
            "this machine's OpenSSL cannot verify by the key, whose algorithm is {}: OpenSSL 3.5 and newer can",
            "本机的 OpenSSL 无法用算法为 {1} 的密钥验证：OpenSSL 3.5 及更新版本可以"
        ),
        ("the key is of an algorithm that is known by name alone: {}", "密钥的算法仅知其名：{1}"),
        ("the key is of an algorithm that no programme of public authorities has: {}", "公共颁发机构的各项计划均无此密钥算法：{1}"),
        ("the key is named {} and is not written as keys of {} are", "密钥标明为 {1}，却不符合 {2} 密钥的写法"),
        ("the key usage of the certificate is not that of an {} key, which only signs", "证书的密钥用法不符合只用于签名的 {1} 密钥"),
        ("{} octets", "{1} 字节"), ("{} octets, and parameters", "{1} 字节，且带有参数"),
        (
            "ML-DSA where OpenSSL has it, RSA, P-256, P-384, P-521, Ed25519 or Ed448",
            "OpenSSL 支持时的 ML-DSA、RSA、P-256、P-384、P-521、Ed25519 或 Ed448"
        ),
        (
            "1312, 1952 or 2592 octets, as its parameter set has, and no parameters",
            "按参数集为 1312、1952 或 2592 字节，且没有参数"
        ),
        (
            "digitalSignature, nonRepudiation, keyCertSign or cRLSign, and no other",
            "digitalSignature、nonRepudiation、keyCertSign 或 cRLSign，此外没有其他"
        ),
        ("RSA {} bits", "RSA {1} 位"),
        ("at least 2048 bits", "至少 2048 位"),
        ("the anchor's RSA key has only {} bits: others can sign with it", "信任锚的 RSA 密钥只有 {1} 位：他人也能用它签名"),
        ("a key that is no point of its curve", "密钥不是其曲线上的点"),
        ("a point of the curve {}", "曲线 {1} 上的点"),
        ("nobody can have the private key of the key named", "证书所载密钥不可能有对应的私钥"),
        ("RSA (rsaEncryption), P-256, P-384 or P-521", "RSA（rsaEncryption）、P-256、P-384 或 P-521"),
        ("the key is of a kind that browsers do not accept: {}", "浏览器不接受此类密钥：{1}"),
        ("RSA {} bits, exponent of {} bytes", "RSA {1} 位，指数 {2} 字节"),
        ("at most {} bits and an exponent below 2^32", "最多 {1} 位，且指数小于 2^32"),
        ("the RSA key is too large to be computed with", "RSA 密钥过大，无法运算"),
        ("odd, from 3 on", "不小于 3 的奇数"),
        ("the RSA key has an exponent that protects nothing", "RSA 密钥的指数起不到保护作用"),
        ("65537 or more", "不小于 65537"),
        ("the RSA key has a small exponent", "RSA 密钥的指数过小"),
        ("exponent {}", "指数 {1}"),
        ("exponent of {} bits", "{1} 位的指数"),
        ("the RSA key has only {} bits", "RSA 密钥只有 {1} 位"),
        ("a multiple of 8 bits", "位数应为 8 的倍数"),
        ("the RSA key has {} bits, no whole number of octets", "RSA 密钥为 {1} 位，不是整数个字节"),
        ("SHA-256 or better", "SHA-256 或更强"),
        ("the certificate is signed with {}, which can be forged", "证书以 {1} 签名，可被伪造"),
        (
            "RSA or ECDSA with SHA-256, SHA-384 or SHA-512, as the programmes write it",
            "RSA 或 ECDSA 搭配 SHA-256、SHA-384 或 SHA-512，并按各根证书计划规定的方式编码"
        ),
        ("the certificate is signed in a way that browsers do not accept: {}", "证书的签名方式不被浏览器接受：{1}"),
        ("ECDSA with {}", "ECDSA 搭配 {1}"),
        ("the certificate is signed with {} by a {} key", "证书由 {2} 密钥以 {1} 签名"),
        ("App Transport Security does not accept the server's key", "App Transport Security 不接受服务器的密钥"),
        (
            "App Transport Security does not accept the key that signed the server's certificate",
            "App Transport Security 不接受签发服务器证书的密钥"
        ),
        ("RSA of {} bits, or an elliptic curve of {}", "{1} 位的 RSA，或 {2} 位的椭圆曲线"),
        (
            "App Transport Security does not accept certificates signed with {}",
            "App Transport Security 不接受以 {1} 签名的证书"
        ),
        ("SHA-256, SHA-384 or SHA-512", "SHA-256、SHA-384 或 SHA-512"),
        ("key usage {~}", "密钥用法 {1}"),
        ("none", "无"),
    ]
}
