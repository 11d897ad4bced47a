/// The part of a private key in OpenSSH's own form (`openssh-key-v1`, PROTOCOL.key of OpenSSH) that is not encrypted:
/// how it is protected, and of which kind it is. The key itself is not read.
public struct OpenSSHKeyHeader: Hashable, Sendable {
    /// The cipher, as `aes256-ctr`; `none` for a key that is not encrypted.
    public let cipherName: String
    /// The function that makes the cipher's key of the passphrase, as `bcrypt`; `none` without one.
    public let kdfName: String
    /// The rounds of `bcrypt`; `nil` for another function.
    public let rounds: Int?
    /// The kind of the first public key, as `ssh-ed25519`.
    public let keyType: String

    /// Whether whoever has the file needs a passphrase to have the key.
    public var isEncrypted: Bool { cipherName != "none" }

    private static let magic = Array("openssh-key-v1\0".utf8)

    /// Reads the beginning of a block `OPENSSH PRIVATE KEY`; `nil` where it is not of that form.
    ///
    /// byte[] "openssh-key-v1\0", string ciphername, string kdfname, string kdfoptions, uint32 number of keys,
    /// string publickey1, …, string encrypted list of private keys.
    public init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: Self.magic) else { return nil }
        var reader = StringReader(rest: bytes[Self.magic.count...])
        guard let cipher = reader.name(), let kdf = reader.name(), let options = reader.string(),
            let count = reader.number(), count >= 1, let key = reader.string()
        else { return nil }
        var keyReader = StringReader(rest: key)
        guard let type = keyReader.name() else { return nil }
        (cipherName, kdfName, keyType) = (cipher, kdf, type)
        var optionReader = StringReader(rest: options)
        rounds = kdf == "bcrypt" && optionReader.string() != nil ? optionReader.number() : nil
    }

    /// Reads the strings of RFC 4251 §5: four octets of length, then the content.
    private struct StringReader {
        var rest: ArraySlice<UInt8>

        mutating func number() -> Int? {
            guard rest.count >= 4 else { return nil }
            defer { rest = rest.dropFirst(4) }
            return rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        }

        mutating func string() -> ArraySlice<UInt8>? {
            guard let count = number(), count <= rest.count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }

        /// A name: printable ASCII, as short as names are (RFC 4251 §6 has 64 characters).
        mutating func name() -> String? {
            guard let text = string(), (1...64).contains(text.count), text.allSatisfy({ (0x21...0x7E).contains($0) })
            else { return nil }
            return String(decoding: text, as: UTF8.self)
        }
    }
}
