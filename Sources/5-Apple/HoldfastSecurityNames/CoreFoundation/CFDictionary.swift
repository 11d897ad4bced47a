public import Foundation

/// Callbacks for a dictionary's keys; there is one kind: it keeps them alive and compares them by what they hold.
public struct CFDictionaryKeyCallBacks: Sendable {
    public var version: CFIndex

    public init() { version = 0 }
}

/// Callbacks for a dictionary's values; there is one kind: it keeps them alive.
public struct CFDictionaryValueCallBacks: Sendable {
    public var version: CFIndex

    public init() { version = 0 }
}

/// For a dictionary whose keys are objects.
public let kCFTypeDictionaryKeyCallBacks = CFDictionaryKeyCallBacks()
/// For a dictionary whose keys are texts; they are not copied.
public let kCFCopyStringDictionaryKeyCallBacks = CFDictionaryKeyCallBacks()
/// For a dictionary whose values are objects.
public let kCFTypeDictionaryValueCallBacks = CFDictionaryValueCallBacks()

/// A dictionary that can be changed, empty at first.
///
/// - Parameters:
///   - allocator: not used.
///   - capacity: not used.
///   - keyCallBacks: not used: the dictionary keeps its keys alive and compares them by what they hold.
///   - valueCallBacks: not used: the dictionary keeps its values alive.
public func CFDictionaryCreateMutable(
    _ allocator: CFAllocator!, _ capacity: CFIndex, _ keyCallBacks: UnsafePointer<CFDictionaryKeyCallBacks>!,
    _ valueCallBacks: UnsafePointer<CFDictionaryValueCallBacks>!
) -> CFMutableDictionary! {
    NSMutableDictionary()
}

/// A copy of a dictionary that no longer changes with it.
public func CFDictionaryCreateCopy(_ allocator: CFAllocator!, _ theDict: CFDictionary!) -> CFDictionary! {
    theDict?.copy() as? CFDictionary
}

/// The number of keys; 0 for nil.
public func CFDictionaryGetCount(_ theDict: CFDictionary!) -> CFIndex { theDict?.count ?? 0 }

/// Whether there is a value for the key at `key`.
public func CFDictionaryContainsKey(_ theDict: CFDictionary!, _ key: UnsafeRawPointer!) -> Bool {
    guard let theDict, let key = unsafe key else { return false }
    return theDict.object(forKey: unsafe pointedObject(at: key)) != nil
}

/// A pointer to the value for the key at `key`, for `unsafeBitCast(_:to:)` or `Unmanaged`; nil where there is none.
///
/// The pointer is good for as long as `theDict` lives and holds the value. To cast to a type that the value is not of
/// reads memory that may be anything: `theDict as? [String: Any]` is the safe way.
///
/// - Parameter key: such as `Unmanaged.passUnretained(kSecImportItemIdentity).toOpaque()`.
public func CFDictionaryGetValue(_ theDict: CFDictionary!, _ key: UnsafeRawPointer!) -> UnsafeRawPointer! {
    guard let theDict, let key = unsafe key else { return nil }
    let object = unsafe pointedObject(at: key)
    guard let value = theDict.object(forKey: object) else { return nil }
    return unsafe LentObjects.pointer(to: value, at: CFHash(object), in: theDict)
}

/// Whether there is a value for the key at `key`; if so, and `value` is not nil, writes a pointer to it there.
///
/// The pointer is what ``CFDictionaryGetValue(_:_:)`` returns.
public func CFDictionaryGetValueIfPresent(
    _ theDict: CFDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeMutablePointer<UnsafeRawPointer?>!
) -> Bool {
    guard let found = unsafe CFDictionaryGetValue(theDict, key) else { return false }
    if let value = unsafe value { unsafe value.pointee = found }
    return true
}

/// Puts a value in for a key, in the place of one that is there; a key that is not `Hashable` is not taken.
public func CFDictionarySetValue(
    _ theDict: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) {
    guard let key = unsafe key, let value = unsafe value, let key = unsafe pointedObject(at: key) as? AnyHashable else {
        return
    }
    theDict?.setObject(unsafe pointedObject(at: value), forKey: key)
}

/// Puts a value in for a key; one that is there stays.
public func CFDictionaryAddValue(
    _ theDict: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) {
    guard unsafe !CFDictionaryContainsKey(theDict, key) else { return }
    unsafe CFDictionarySetValue(theDict, key, value)
}

/// Takes a key and its value out.
public func CFDictionaryRemoveValue(_ theDict: CFMutableDictionary!, _ key: UnsafeRawPointer!) {
    guard let key = unsafe key else { return }
    theDict?.removeObject(forKey: unsafe pointedObject(at: key))
}

/// Takes everything out.
public func CFDictionaryRemoveAllValues(_ theDict: CFMutableDictionary!) { theDict?.removeAllObjects() }
