import COpenSSL
import HoldfastX509

extension PublicKey {
    /// The point of a key on a curve in uncompressed form, `04`, X and Y (SEC 1 §2.3.3), also where the certificate
    /// has it compressed; `nil` for a key of another type.
    package var uncompressedPoint: [UInt8]? {
        guard case .ec(let curve, let point) = subjectPublicKeyInfo.key else { return nil }
        guard point.first != 0x04 else { return Array(point) }
        ERR_clear_error()
        defer { ERR_clear_error() }
        let size = curve.coordinateByteCount
        guard let x = coordinate(OSSL_PKEY_PARAM_EC_PUB_X, size), let y = coordinate(OSSL_PKEY_PARAM_EC_PUB_Y, size)
        else { return nil }
        return [0x04] + x + y
    }

    private func coordinate(_ name: String, _ count: Int) -> [UInt8]? {
        unsafe handle.with { key in
            var number: OpaquePointer?
            guard unsafe EVP_PKEY_get_bn_param(key, name, &number) == 1 else { return nil }
            defer { unsafe BN_free(number) }
            var bytes = [UInt8](repeating: 0, count: count)
            return unsafe BN_bn2binpad(number, &bytes, Int32(count)) == Int32(count) ? bytes : nil
        }
    }
}
