public import Foundation

/// A copy of `length` bytes; nil for a negative length, or for no bytes where there should be some.
public func CFDataCreate(_ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex) -> CFData! {
    guard length >= 0, unsafe bytes != nil || length == 0 else { return nil }
    return NSData(data: unsafe Data(UnsafeBufferPointer(start: bytes, count: length)))
}

/// A copy of bytes that no longer changes with them.
public func CFDataCreateCopy(_ allocator: CFAllocator!, _ theData: CFData!) -> CFData! {
    theData.map { NSData(data: $0 as Data) }
}

/// Bytes that can be changed, none at first.
///
/// - Parameter capacity: not used.
public func CFDataCreateMutable(_ allocator: CFAllocator!, _ capacity: CFIndex) -> CFMutableData! { NSMutableData() }

/// A copy of bytes that can be changed.
///
/// - Parameter capacity: not used.
public func CFDataCreateMutableCopy(
    _ allocator: CFAllocator!, _ capacity: CFIndex, _ theData: CFData!
) -> CFMutableData! {
    theData.map { NSMutableData(data: $0 as Data) }
}

/// The number of bytes; 0 for nil.
public func CFDataGetLength(_ theData: CFData!) -> CFIndex { theData?.length ?? 0 }

/// A pointer to the bytes.
///
/// The pointer is good for as long as `theData` lives and is not changed.
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! {
    guard let theData else { return nil }
    return unsafe theData.bytes.assumingMemoryBound(to: UInt8.self)
}

/// A pointer to the bytes, which can be changed.
///
/// The pointer is good for as long as `theData` lives and no other function changes it.
public func CFDataGetMutableBytePtr(_ theData: CFMutableData!) -> UnsafeMutablePointer<UInt8>! {
    guard let theData else { return nil }
    return unsafe theData.mutableBytes.assumingMemoryBound(to: UInt8.self)
}

/// Copies a part of the bytes; a range that reaches beyond them copies nothing.
///
/// - Parameter buffer: as many bytes as the range is long must fit there.
public func CFDataGetBytes(_ theData: CFData!, _ range: CFRange, _ buffer: UnsafeMutablePointer<UInt8>!) {
    guard let theData, let buffer = unsafe buffer, let part = range.within(theData.length) else { return }
    unsafe theData.getBytes(buffer, range: NSRange(part))
}

/// Appends a copy of `length` bytes.
public func CFDataAppendBytes(_ theData: CFMutableData!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex) {
    guard length > 0, let bytes = unsafe bytes else { return }
    unsafe theData?.append(bytes, length: length)
}

/// Makes the bytes fewer, or more by zeros.
public func CFDataSetLength(_ theData: CFMutableData!, _ length: CFIndex) {
    guard length >= 0 else { return }
    theData?.length = length
}
