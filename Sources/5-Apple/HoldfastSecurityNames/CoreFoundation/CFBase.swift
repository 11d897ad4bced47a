// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals
// Apple declares allocators and truth values so, and programs force them where a dictionary's value may not be
// optional.

public import Foundation

// Core Foundation's types under the names that Apple's signatures use. Foundation's classes stand behind them, so that
// `certificates as CFArray`, `data as Data` and `var error: CFError?` mean what they mean on Apple's platforms.

/// Any object of Core Foundation's or of the Security framework's.
public typealias CFTypeRef = AnyObject
public typealias CFString = NSString
public typealias CFData = NSData
public typealias CFMutableData = NSMutableData
public typealias CFArray = NSArray
public typealias CFMutableArray = NSMutableArray
public typealias CFDictionary = NSDictionary
public typealias CFMutableDictionary = NSMutableDictionary
public typealias CFSet = NSSet
public typealias CFDate = NSDate
public typealias CFNumber = NSNumber
/// `kCFBooleanTrue` and `kCFBooleanFalse` are of this type.
public typealias CFBoolean = NSNumber
public typealias CFURL = NSURL
public typealias CFNull = NSNull
/// Errors of the Security framework are of the domain `NSOSStatusErrorDomain`.
public typealias CFError = NSError

public typealias CFIndex = Int
public typealias CFOptionFlags = UInt
public typealias CFTypeID = UInt
public typealias CFHashCode = UInt
/// Seconds since 2001-01-01T00:00:00Z, as `Date.timeIntervalSinceReferenceDate`.
public typealias CFAbsoluteTime = Double
/// Seconds.
public typealias CFTimeInterval = Double

/// A result code of the Security framework; 0 is success.
public typealias OSStatus = Int32

/// The C type `Boolean`, one byte, through which a function of the Security framework returns a truth value.
public struct DarwinBoolean: Sendable {
    private var value: UInt8

    public init(_ value: Bool) { self.value = value ? 1 : 0 }

    /// Whether the byte is other than 0.
    public var boolValue: Bool { value != 0 }
}

extension DarwinBoolean: ExpressibleByBooleanLiteral {
    public init(booleanLiteral value: Bool) { self.init(value) }
}

// C may write any byte other than 0 for true, so bytes are not what is compared.
extension DarwinBoolean: Hashable {
    public static func == (left: DarwinBoolean, right: DarwinBoolean) -> Bool { left.boolValue == right.boolValue }

    public func hash(into hasher: inout Hasher) { hasher.combine(boolValue) }
}

extension DarwinBoolean: CustomStringConvertible {
    public var description: String { boolValue.description }
}

/// True as an object.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)
/// False as an object.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)
/// The object that stands for no object.
public let kCFNull: CFNull! = NSNull()

/// Whether `boolean` is true; false for nil.
public func CFBooleanGetValue(_ boolean: CFBoolean!) -> Bool { boolean?.boolValue ?? false }

/// A part of an array, of bytes or of a text: where it begins and how long it is.
public struct CFRange: Sendable {
    public var location: CFIndex
    public var length: CFIndex

    public init() { self.init(location: 0, length: 0) }

    public init(location: CFIndex, length: CFIndex) {
        self.location = location
        self.length = length
    }

    /// The range within something of `count` elements; nil where it reaches beyond.
    func within(_ count: Int) -> Range<Int>? {
        guard location >= 0, length >= 0, location <= count, length <= count - location else { return nil }
        return location..<(location + length)
    }
}

/// A range from its start and its length.
public func CFRangeMake(_ loc: CFIndex, _ len: CFIndex) -> CFRange { CFRange(location: loc, length: len) }

/// The order of two values.
public enum CFComparisonResult: CFIndex, Sendable {
    case compareLessThan = -1
    case compareEqualTo = 0
    case compareGreaterThan = 1
}

/// A source of objects' memory; Swift has one such source, so that every function ignores it.
public final class CFAllocator: Sendable {
    init() {}
}

extension CFAllocator: Hashable {
    public static func == (left: CFAllocator, right: CFAllocator) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CFAllocator: CFObject {
    static let typeID: CFTypeID = 0xCF_0001

    var coreFoundationDescription: String { "<CFAllocator>" }
}

/// The default allocator, which is nil (Apple's CFBase.h).
public let kCFAllocatorDefault: CFAllocator! = nil
/// The allocator of the system.
public let kCFAllocatorSystemDefault: CFAllocator! = CFAllocator()
/// The allocator of `malloc`.
public let kCFAllocatorMalloc: CFAllocator! = CFAllocator()
/// The allocator that frees nothing.
///
/// As it is ignored like every other, a function that takes bytes copies them whichever allocator is to free them.
public let kCFAllocatorNull: CFAllocator! = CFAllocator()

/// The type of ``CFAllocator`` among Core Foundation's.
public func CFAllocatorGetTypeID() -> CFTypeID { CFAllocator.typeID }
