import HoldfastCrypto

/// Keys made once and used by every case: which key it is does not change a verdict, its kind does.
final class KeyPool {
    /// One key: its kind, and a number that tells it from the others of that kind.
    struct Slot: Hashable, Sendable {
        var kind: KeyKind
        var number: Int
    }

    private var keys: [Slot: PrivateKey] = [:]

    /// The key of a slot, made when it is first asked for.
    func key(_ slot: Slot) throws(CryptoError) -> PrivateKey {
        if let key = keys[slot] { return key }
        let key = try PrivateKey.generate(slot.kind)
        keys[slot] = key
        return key
    }
}
