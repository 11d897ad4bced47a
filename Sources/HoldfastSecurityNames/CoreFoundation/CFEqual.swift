public import Foundation

/// Whether two objects are equal by what they hold: two certificates of the same bytes are.
public func CFEqual(_ cf1: CFTypeRef!, _ cf2: CFTypeRef!) -> Bool {
    guard let cf1, let cf2 else { return cf1 == nil && cf2 == nil }
    if cf1 === cf2 { return true }
    if let first = cf1 as? any CFObject, let second = cf2 as? any CFObject {
        return AnyHashable(first) == AnyHashable(second)
    }
    guard let first = cf1 as? NSObject, let second = cf2 as? NSObject else { return false }
    return first.isEqual(second)
}

/// A number that is the same for equal objects, within one process.
public func CFHash(_ cf: CFTypeRef!) -> CFHashCode {
    guard let cf else { return 0 }
    if let object = cf as? any CFObject { return CFHashCode(bitPattern: object.hashValue) }
    guard let object = cf as? NSObject else { return CFHashCode(bitPattern: ObjectIdentifier(cf).hashValue) }
    return CFHashCode(bitPattern: object.hash)
}

/// A description of an object for a log; its form may change.
public func CFCopyDescription(_ cf: CFTypeRef!) -> CFString! {
    guard let cf else { return nil }
    if let object = cf as? any CFObject { return object.coreFoundationDescription as CFString }
    return (cf as? NSObject)?.description as CFString? ?? "<\(type(of: cf))>" as CFString
}

/// Writes ``CFCopyDescription(_:)`` of an object to the standard error.
public func CFShow(_ obj: CFTypeRef!) {
    let description = CFCopyDescription(obj).map { $0 as String } ?? "(null)"
    FileHandle.standardError.write(Data((description + "\n").utf8))
}
