public import Foundation

/// An object of the Security framework as one of Core Foundation, without a public member that would stand in the way
/// of a program's own extensions.
protocol CFObject: AnyObject, Hashable {
    /// Tells the type apart in `CFGetTypeID`; stable within one process only.
    static var typeID: CFTypeID { get }
    /// The text that `CFCopyDescription` gives; never anything secret.
    var coreFoundationDescription: String { get }
}

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

/// Core Foundation's types that Foundation's classes stand for.
///
/// The numbers differ from Apple's, which differ from one release to the next.
enum FoundationType: CFTypeID, CaseIterable {
    /// Any object that is none of Core Foundation's.
    case CFType = 1
    case CFString = 0xCF_0010
    case CFData
    case CFArray
    case CFDictionary
    case CFSet
    case CFDate
    case CFNumber
    case CFBoolean
    case CFNull
    case CFURL
    case CFError

    init(_ object: AnyObject) {
        self =
            switch object {
            case is NSString: .CFString
            case is NSData: .CFData
            case is NSArray: .CFArray
            case is NSDictionary: .CFDictionary
            case is NSSet: .CFSet
            case is NSDate: .CFDate
            // Foundation has a class of its own for true and false, which it does not name.
            case is NSNumber: type(of: object) == type(of: NSNumber(value: true)) ? .CFBoolean : .CFNumber
            case is NSNull: .CFNull
            case is NSURL: .CFURL
            case is NSError: .CFError
            default: .CFType
            }
    }
}

/// The type of an object: compare it with what a function such as ``CFStringGetTypeID()`` returns.
///
/// - Returns: 0 for nil, which is no type's number, and 1 for an object that is none of Core Foundation's.
public func CFGetTypeID(_ cf: CFTypeRef!) -> CFTypeID {
    guard let cf else { return 0 }
    guard let object = cf as? any CFObject else { return FoundationType(cf).rawValue }
    return type(of: object).typeID
}

/// The name of a type, for a log: `CFString`, `SecCertificate`.
///
/// - Returns: nil for a number that is no type's.
public func CFCopyTypeIDDescription(_ type_id: CFTypeID) -> CFString! {
    let own: [any CFObject.Type] = [
        CFAllocator.self, SecCertificate.self, SecIdentity.self, SecKey.self, SecPolicy.self, SecTrust.self,
        SecAccessControl.self,
    ]
    let name = FoundationType(rawValue: type_id).map { "\($0)" } ?? own.first { $0.typeID == type_id }.map { "\($0)" }
    return name.map { $0 as CFString }
}

/// The type of a text.
public func CFStringGetTypeID() -> CFTypeID { FoundationType.CFString.rawValue }
/// The type of bytes.
public func CFDataGetTypeID() -> CFTypeID { FoundationType.CFData.rawValue }
/// The type of an array.
public func CFArrayGetTypeID() -> CFTypeID { FoundationType.CFArray.rawValue }
/// The type of a dictionary.
public func CFDictionaryGetTypeID() -> CFTypeID { FoundationType.CFDictionary.rawValue }
/// The type of a set.
public func CFSetGetTypeID() -> CFTypeID { FoundationType.CFSet.rawValue }
/// The type of a date.
public func CFDateGetTypeID() -> CFTypeID { FoundationType.CFDate.rawValue }
/// The type of a number; true and false are not of it.
public func CFNumberGetTypeID() -> CFTypeID { FoundationType.CFNumber.rawValue }
/// The type of true and false.
public func CFBooleanGetTypeID() -> CFTypeID { FoundationType.CFBoolean.rawValue }
/// The type of ``kCFNull``.
public func CFNullGetTypeID() -> CFTypeID { FoundationType.CFNull.rawValue }
/// The type of a URL.
public func CFURLGetTypeID() -> CFTypeID { FoundationType.CFURL.rawValue }
/// The type of an error.
public func CFErrorGetTypeID() -> CFTypeID { FoundationType.CFError.rawValue }
