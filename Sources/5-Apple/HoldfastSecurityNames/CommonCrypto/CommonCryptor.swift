import HoldfastCrypto

// CommonCryptor.h. There is no authentication in it: whoever can change the encrypted bytes changes the text.

/// Encryption or decryption in pieces.
public typealias CCCryptorRef = OpaquePointer

/// Makes an encryption or decryption in CBC, or in ECB where the options say so.
///
/// - Parameters:
///   - op: `CCOperation(kCCEncrypt)` or `CCOperation(kCCDecrypt)`.
///   - alg: `CCAlgorithm(kCCAlgorithmAES)` or `CCAlgorithm(kCCAlgorithm3DES)`.
///   - options: `CCOptions(kCCOptionPKCS7Padding)`, `CCOptions(kCCOptionECBMode)`, both or 0.
///   - key: `keyLength` bytes.
///   - iv: as many bytes as a block has; nil stands for zeros, which make equal texts seen to be equal.
///   - cryptorRef: where the new one is left; `CCCryptorRelease` ends it.
/// - Returns: `kCCSuccess`; `kCCParamError`; `kCCKeySizeError`; `kCCUnimplemented` for other ciphers.
@discardableResult
public func CCCryptorCreate(
    _ op: CCOperation, _ alg: CCAlgorithm, _ options: CCOptions, _ key: UnsafeRawPointer!, _ keyLength: Int,
    _ iv: UnsafeRawPointer!, _ cryptorRef: UnsafeMutablePointer<CCCryptorRef?>!
) -> CCCryptorStatus {
    let (isECB, isPadded) = (Int(options) & kCCOptionECBMode != 0, Int(options) & kCCOptionPKCS7Padding != 0)
    return unsafe CCCryptorCreateWithMode(
        op, CCMode(isECB ? kCCModeECB : kCCModeCBC), alg, CCPadding(isPadded ? ccPKCS7Padding : ccNoPadding), iv, key,
        keyLength, nil, 0, 0, 0, cryptorRef)
}

/// Makes an encryption or decryption in any mode.
///
/// - Parameters:
///   - mode: ECB, CBC, CFB, CFB8, OFB or CTR.
///   - padding: passed over where the mode takes any number of bytes.
///   - tweak: XTS's second key; not used, since that mode is not here.
///   - numRounds: 0; other numbers are `kCCUnimplemented`.
///   - options: not used: the counter of CTR is big-endian.
/// - Returns: as ``CCCryptorCreate(_:_:_:_:_:_:_:)``.
@discardableResult
public func CCCryptorCreateWithMode(
    _ op: CCOperation, _ mode: CCMode, _ alg: CCAlgorithm, _ padding: CCPadding, _ iv: UnsafeRawPointer!,
    _ key: UnsafeRawPointer!, _ keyLength: Int, _ tweak: UnsafeRawPointer!, _ tweakLength: Int, _ numRounds: Int32,
    _ options: CCModeOptions, _ cryptorRef: UnsafeMutablePointer<CCCryptorRef?>!
) -> CCCryptorStatus {
    guard let place = unsafe cryptorRef else { return status(kCCParamError) }
    unsafe place.pointee = nil
    guard unsafe key != nil, let lent = unsafe lentBytes(key, keyLength),
        Int(padding) == ccNoPadding || Int(padding) == ccPKCS7Padding
    else { return status(kCCParamError) }
    guard let mode = BlockCipher.Mode.byNumber[Int(mode)], numRounds == 0 else { return status(kCCUnimplemented) }
    // No key is so long: nothing is copied before that is known.
    guard lent.count <= 64 else { return status(kCCKeySizeError) }
    var key = unsafe Array(lent)
    defer { key.wipe() }
    let (cryptor, result) = Cryptor.make(
        op, mode, alg, isPadded: Int(padding) == ccPKCS7Padding, key: key,
        initialVector: { count in unsafe vector(iv, count) })
    if let cryptor { unsafe place.pointee = unsafe OpaquePointer(Unmanaged.passRetained(cryptor).toOpaque()) }
    return result
}

/// Ends an encryption or decryption, and overwrites its key.
///
/// - Returns: `kCCSuccess`; `kCCParamError` for nil.
@discardableResult
public func CCCryptorRelease(_ cryptorRef: CCCryptorRef!) -> CCCryptorStatus {
    guard let reference = unsafe cryptorRef else { return status(kCCParamError) }
    unsafe Unmanaged<Cryptor>.fromOpaque(UnsafeRawPointer(reference)).release()
    return status(kCCSuccess)
}

/// Encrypts or decrypts some bytes, and writes what is ready.
///
/// - Parameters:
///   - dataIn: `dataInLength` bytes; may be nil where that is 0. It may be the memory of `dataOut`.
///   - dataOut: room for `dataOutAvailable` bytes.
///   - dataOutMoved: the bytes that were written; with `kCCBufferTooSmall` those that are needed. May be nil.
/// - Returns: `kCCSuccess`; `kCCParamError`; `kCCBufferTooSmall`, and nothing has been taken then;
///   `kCCCallSequenceError` after the end.
@discardableResult
public func CCCryptorUpdate(
    _ cryptorRef: CCCryptorRef!, _ dataIn: UnsafeRawPointer!, _ dataInLength: Int, _ dataOut: UnsafeMutableRawPointer!,
    _ dataOutAvailable: Int, _ dataOutMoved: UnsafeMutablePointer<Int>!
) -> CCCryptorStatus {
    unsafe dataOutMoved?.pointee = 0
    guard let cryptor = unsafe cryptor(cryptorRef), let input = unsafe lentBytes(dataIn, dataInLength),
        dataOutAvailable >= 0
    else { return status(kCCParamError) }
    let needed = cryptor.outputCount(input.count, isFinal: false)
    guard needed <= dataOutAvailable else {
        unsafe dataOutMoved?.pointee = needed
        return status(kCCBufferTooSmall)
    }
    guard unsafe needed == 0 || dataOut != nil else { return status(kCCParamError) }
    var bytes = unsafe Array(input)
    var (output, result) = cryptor.update(bytes)
    defer {
        bytes.wipe()
        output.wipe()
    }
    unsafe write(output, to: dataOut, dataOutMoved)
    return result
}

/// Writes the last bytes.
///
/// - Parameters:
///   - dataOut: room for `dataOutAvailable` bytes; may be nil where there are none to be written.
///   - dataOutMoved: the bytes that were written; with `kCCBufferTooSmall` those that are needed. May be nil.
/// - Returns: `kCCSuccess`; `kCCParamError`; `kCCBufferTooSmall`, and it may be called again then; `kCCAlignmentError`
///   where what came is no number of whole blocks; `kCCDecodeError` where the padding is none;
///   `kCCCallSequenceError` after the end. Whoever tells a peer which of them it was helps it to decrypt texts.
@discardableResult
public func CCCryptorFinal(
    _ cryptorRef: CCCryptorRef!, _ dataOut: UnsafeMutableRawPointer!, _ dataOutAvailable: Int,
    _ dataOutMoved: UnsafeMutablePointer<Int>!
) -> CCCryptorStatus {
    unsafe dataOutMoved?.pointee = 0
    guard let cryptor = unsafe cryptor(cryptorRef), dataOutAvailable >= 0 else { return status(kCCParamError) }
    var (output, result) = cryptor.finish()
    defer { output.wipe() }
    guard result == kCCSuccess else { return result }
    guard output.count <= dataOutAvailable else {
        unsafe dataOutMoved?.pointee = output.count
        return status(kCCBufferTooSmall)
    }
    guard unsafe output.isEmpty || dataOut != nil else { return status(kCCParamError) }
    unsafe write(output, to: dataOut, dataOutMoved)
    cryptor.forgetEnd()
    return result
}

/// The most bytes that an update with some more bytes writes, and with `final` those of the end as well.
///
/// - Returns: 0 for nil.
public func CCCryptorGetOutputLength(_ cryptorRef: CCCryptorRef!, _ inputLength: Int, _ final: Bool) -> Int {
    unsafe cryptor(cryptorRef)?.outputCount(inputLength, isFinal: final) ?? 0
}

/// Begins anew with the same key, and loses what waited.
///
/// - Parameter iv: as many bytes as a block has; nil stands for zeros.
/// - Returns: `kCCSuccess`; `kCCParamError` for nil; `kCCUnimplemented` but for CBC and CTR.
@discardableResult
public func CCCryptorReset(_ cryptorRef: CCCryptorRef!, _ iv: UnsafeRawPointer!) -> CCCryptorStatus {
    guard let cryptor = unsafe cryptor(cryptorRef) else { return status(kCCParamError) }
    return cryptor.restart { count in unsafe vector(iv, count) }
}

/// Encrypts or decrypts bytes that are all there.
///
/// - Parameters:
///   - dataIn: `dataInLength` bytes; may be nil where that is 0. It may be the memory of `dataOut`.
///   - dataOut: room for `dataOutAvailable` bytes: as many as came, and a block more where padding is put behind them.
///   - dataOutMoved: the bytes that were written; with `kCCBufferTooSmall` those that are needed; otherwise 0. May be
///     nil.
/// - Returns: as ``CCCryptorCreate(_:_:_:_:_:_:_:)`` and ``CCCryptorFinal(_:_:_:_:)``. Nothing is written unless it is
///   `kCCSuccess`.
@discardableResult
public func CCCrypt(
    _ op: CCOperation, _ alg: CCAlgorithm, _ options: CCOptions, _ key: UnsafeRawPointer!, _ keyLength: Int,
    _ iv: UnsafeRawPointer!, _ dataIn: UnsafeRawPointer!, _ dataInLength: Int, _ dataOut: UnsafeMutableRawPointer!,
    _ dataOutAvailable: Int, _ dataOutMoved: UnsafeMutablePointer<Int>!
) -> CCCryptorStatus {
    unsafe dataOutMoved?.pointee = 0
    guard let input = unsafe lentBytes(dataIn, dataInLength), dataOutAvailable >= 0 else {
        return status(kCCParamError)
    }
    var reference: CCCryptorRef?
    let created = unsafe CCCryptorCreate(op, alg, options, key, keyLength, iv, &reference)
    guard let cryptor = unsafe cryptor(reference) else { return created }
    defer { _ = unsafe CCCryptorRelease(reference) }
    let needed = cryptor.outputCount(input.count, isFinal: true)
    guard needed <= dataOutAvailable else {
        unsafe dataOutMoved?.pointee = needed
        return status(kCCBufferTooSmall)
    }
    var bytes = unsafe Array(input)
    var (output, begun) = cryptor.update(bytes)
    var (end, ended) = cryptor.finish()
    defer {
        bytes.wipe()
        output.wipe()
        end.wipe()
    }
    cryptor.forgetEnd()
    guard begun == kCCSuccess else { return begun }
    guard ended == kCCSuccess else { return ended }
    guard unsafe output.isEmpty && end.isEmpty || dataOut != nil else { return status(kCCParamError) }
    unsafe write(output, to: dataOut, nil)
    unsafe write(end, to: dataOut?.advanced(by: output.count), nil)
    unsafe dataOutMoved?.pointee = output.count + end.count
    return ended
}

/// The object behind a reference, which the caller keeps.
@unsafe private func cryptor(_ reference: CCCryptorRef?) -> Cryptor? {
    unsafe reference.map { unsafe Unmanaged<Cryptor>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

/// The initial vector at an address; zeros for nil.
@unsafe private func vector(_ address: UnsafeRawPointer?, _ count: Int) -> [UInt8] {
    guard let address = unsafe address else { return [UInt8](repeating: 0, count: count) }
    return unsafe Array(UnsafeRawBufferPointer(start: address, count: count))
}

/// Copies bytes into room that is known to be large enough.
@unsafe private func write(
    _ bytes: [UInt8], to room: UnsafeMutableRawPointer?, _ moved: UnsafeMutablePointer<Int>?
) {
    unsafe moved?.pointee = bytes.count
    guard let room = unsafe room, !bytes.isEmpty else { return }
    unsafe UnsafeMutableRawBufferPointer(start: room, count: bytes.count).copyBytes(from: bytes)
}
