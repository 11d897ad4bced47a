public import Foundation

/// Callbacks for an array's values; there is one kind: it keeps them alive.
public struct CFArrayCallBacks: Sendable {
    public var version: CFIndex

    public init() { version = 0 }
}

/// For an array of objects.
public let kCFTypeArrayCallBacks = CFArrayCallBacks()

/// An array of `numValues` objects.
///
/// - Parameters:
///   - allocator: not used.
///   - values: pointers to objects; nil ones are left out.
///   - callBacks: not used: the array keeps the objects alive, which with nil Apple's does not.
/// - Returns: nil for a negative count, or for no pointers where there should be some.
public func CFArrayCreate(
    _ allocator: CFAllocator!, _ values: UnsafeMutablePointer<UnsafeRawPointer?>!, _ numValues: CFIndex,
    _ callBacks: UnsafePointer<CFArrayCallBacks>!
) -> CFArray! {
    guard numValues >= 0, unsafe values != nil || numValues == 0 else { return nil }
    let pointers = unsafe UnsafeBufferPointer(start: values, count: numValues)
    return NSArray(array: unsafe pointers.compactMap { unsafe $0.map { unsafe pointedObject(at: $0) } })
}

/// A copy of an array that no longer changes with it.
public func CFArrayCreateCopy(_ allocator: CFAllocator!, _ theArray: CFArray!) -> CFArray! {
    theArray?.copy() as? CFArray
}

/// An array that can be changed, empty at first.
///
/// - Parameters:
///   - allocator: not used.
///   - capacity: not used.
///   - callBacks: not used: the array keeps the objects alive, which with nil Apple's does not.
public func CFArrayCreateMutable(
    _ allocator: CFAllocator!, _ capacity: CFIndex, _ callBacks: UnsafePointer<CFArrayCallBacks>!
) -> CFMutableArray! {
    NSMutableArray()
}

/// A copy of an array that can be changed.
///
/// - Parameter capacity: not used.
public func CFArrayCreateMutableCopy(
    _ allocator: CFAllocator!, _ capacity: CFIndex, _ theArray: CFArray!
) -> CFMutableArray! {
    theArray?.mutableCopy() as? CFMutableArray
}

/// The number of values; 0 for nil.
public func CFArrayGetCount(_ theArray: CFArray!) -> CFIndex { theArray?.count ?? 0 }

/// A pointer to the object at an index, for `unsafeBitCast(_:to:)` or `Unmanaged`; nil for an index out of range.
///
/// The pointer is good for as long as `theArray` lives and holds the object. To cast to a type that the object is not
/// of reads memory that may be anything: `theArray as? [SecCertificate]` is the safe way.
public func CFArrayGetValueAtIndex(_ theArray: CFArray!, _ idx: CFIndex) -> UnsafeRawPointer! {
    guard let theArray, idx >= 0, idx < theArray.count else { return nil }
    return unsafe LentObjects.pointer(to: theArray.object(at: idx), at: UInt(idx), in: theArray)
}

/// Whether a value equal to the one at `value` lies in `range`; false for a range that reaches beyond the array.
public func CFArrayContainsValue(_ theArray: CFArray!, _ range: CFRange, _ value: UnsafeRawPointer!) -> Bool {
    unsafe CFArrayGetFirstIndexOfValue(theArray, range, value) >= 0
}

/// The first index in `range` of a value equal to the one at `value`; -1 where there is none.
public func CFArrayGetFirstIndexOfValue(_ theArray: CFArray!, _ range: CFRange, _ value: UnsafeRawPointer!) -> CFIndex {
    guard let theArray, let value = unsafe value, let part = range.within(theArray.count) else { return -1 }
    let wanted = unsafe pointedObject(at: value)
    return part.first { CFEqual(theArray.object(at: $0) as AnyObject, wanted) } ?? -1
}

/// Appends the object at `value`.
public func CFArrayAppendValue(_ theArray: CFMutableArray!, _ value: UnsafeRawPointer!) {
    guard let value = unsafe value else { return }
    theArray?.add(unsafe pointedObject(at: value))
}

/// Appends the values of `otherRange` of another array; none where the range reaches beyond it.
public func CFArrayAppendArray(_ theArray: CFMutableArray!, _ otherArray: CFArray!, _ otherRange: CFRange) {
    guard let theArray, let otherArray, let part = otherRange.within(otherArray.count) else { return }
    theArray.addObjects(from: part.map { otherArray.object(at: $0) })
}

/// Takes the value at an index out; nothing happens for an index out of range.
public func CFArrayRemoveValueAtIndex(_ theArray: CFMutableArray!, _ idx: CFIndex) {
    guard let theArray, idx >= 0, idx < theArray.count else { return }
    theArray.removeObject(at: idx)
}

/// Takes every value out.
public func CFArrayRemoveAllValues(_ theArray: CFMutableArray!) { theArray?.removeAllObjects() }
