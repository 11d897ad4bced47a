// Identifiers of PKCS #5, #8, #9 and #12: how private keys are encrypted and packed.
extension ObjectIdentifier {
    // Encryption with a passphrase: RFC 8018 appendix A, RFC 7914 §7, RFC 7292 appendix C.
    public static let pbes2 = ObjectIdentifier(1, 2, 840, 113_549, 1, 5, 13)
    public static let pbmac1 = ObjectIdentifier(1, 2, 840, 113_549, 1, 5, 14)
    public static let pbkdf2 = ObjectIdentifier(1, 2, 840, 113_549, 1, 5, 12)
    public static let scrypt = ObjectIdentifier(1, 3, 6, 1, 4, 1, 11591, 4, 11)
    public static let pbeWithMD5AndDESCBC = ObjectIdentifier(1, 2, 840, 113_549, 1, 5, 3)
    public static let pbeWithMD5AndRC2CBC = ObjectIdentifier(1, 2, 840, 113_549, 1, 5, 6)
    public static let pbeWithSHA1AndDESCBC = ObjectIdentifier(1, 2, 840, 113_549, 1, 5, 10)
    public static let pbeWithSHA1AndRC2CBC = ObjectIdentifier(1, 2, 840, 113_549, 1, 5, 11)
    public static let pbeWithSHAAnd128BitRC4 = ObjectIdentifier(1, 2, 840, 113_549, 1, 12, 1, 1)
    public static let pbeWithSHAAnd40BitRC4 = ObjectIdentifier(1, 2, 840, 113_549, 1, 12, 1, 2)
    public static let pbeWithSHAAnd3KeyTripleDESCBC = ObjectIdentifier(1, 2, 840, 113_549, 1, 12, 1, 3)
    public static let pbeWithSHAAnd2KeyTripleDESCBC = ObjectIdentifier(1, 2, 840, 113_549, 1, 12, 1, 4)
    public static let pbeWithSHAAnd128BitRC2CBC = ObjectIdentifier(1, 2, 840, 113_549, 1, 12, 1, 5)
    public static let pbeWithSHAAnd40BitRC2CBC = ObjectIdentifier(1, 2, 840, 113_549, 1, 12, 1, 6)

    // Their parts: RFC 8018 appendix B.
    public static let hmacWithSHA1 = ObjectIdentifier(1, 2, 840, 113_549, 2, 7)
    public static let hmacWithSHA224 = ObjectIdentifier(1, 2, 840, 113_549, 2, 8)
    public static let hmacWithSHA256 = ObjectIdentifier(1, 2, 840, 113_549, 2, 9)
    public static let hmacWithSHA384 = ObjectIdentifier(1, 2, 840, 113_549, 2, 10)
    public static let hmacWithSHA512 = ObjectIdentifier(1, 2, 840, 113_549, 2, 11)
    public static let desCBC = ObjectIdentifier(1, 3, 14, 3, 2, 7)
    public static let desEDE3CBC = ObjectIdentifier(1, 2, 840, 113_549, 3, 7)
    public static let rc2CBC = ObjectIdentifier(1, 2, 840, 113_549, 3, 2)
    public static let aes128CBC = ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 1, 2)
    public static let aes192CBC = ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 1, 22)
    public static let aes256CBC = ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 1, 42)

    // Attributes: RFC 2985 §5.4 and §5.5.
    public static let challengePassword = ObjectIdentifier(1, 2, 840, 113_549, 1, 9, 7)
    public static let unstructuredName = ObjectIdentifier(1, 2, 840, 113_549, 1, 9, 2)
    public static let extensionRequest = ObjectIdentifier(1, 2, 840, 113_549, 1, 9, 14)
    public static let friendlyName = ObjectIdentifier(1, 2, 840, 113_549, 1, 9, 20)
    public static let localKeyID = ObjectIdentifier(1, 2, 840, 113_549, 1, 9, 21)

    // What PKCS #12 packs: RFC 7292 §4.1 and §4.2, RFC 2315 §14.
    public static let pkcs7Data = ObjectIdentifier(1, 2, 840, 113_549, 1, 7, 1)
    public static let pkcs7SignedData = ObjectIdentifier(1, 2, 840, 113_549, 1, 7, 2)
    public static let pkcs7EncryptedData = ObjectIdentifier(1, 2, 840, 113_549, 1, 7, 6)
    public static let pkcs12KeyBag = ObjectIdentifier(1, 2, 840, 113_549, 1, 12, 10, 1, 1)
    public static let pkcs12ShroudedKeyBag = ObjectIdentifier(1, 2, 840, 113_549, 1, 12, 10, 1, 2)
    public static let pkcs12CertBag = ObjectIdentifier(1, 2, 840, 113_549, 1, 12, 10, 1, 3)
    public static let pkcs12SafeContentsBag = ObjectIdentifier(1, 2, 840, 113_549, 1, 12, 10, 1, 6)
    public static let pkcs9X509Certificate = ObjectIdentifier(1, 2, 840, 113_549, 1, 9, 22, 1)

    // The purpose of the certificates that sign precertificates: RFC 6962 §3.1.
    public static let certificateTransparency = ObjectIdentifier(1, 3, 6, 1, 4, 1, 11129, 2, 4, 4)
}
