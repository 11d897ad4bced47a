import Foundation
import HoldfastSecurity
import Testing

@testable import HoldfastSecurityNames

/// A class as those of the Security framework are: no descendant of `NSObject`.
final class PlainObject: Hashable, Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }

    static func == (left: PlainObject, right: PlainObject) -> Bool { left.number == right.number }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension PlainObject: CFObject {
    static let typeID: CFTypeID = 0x7E57

    var coreFoundationDescription: String { "plain \(number)" }
}

struct CoreFoundationTests {
    @Test("Every type of Foundation has a number of its own", arguments: typed)
    func typeOfAnObject(_ sample: TypedSample) {
        #expect(CFGetTypeID(sample.object()) == sample.type)
        #expect(CFCopyTypeIDDescription(sample.type) as String? == sample.name)
    }

    @Test func typesDiffer() { #expect(Set(typed.map(\.type)).count == Set(typed.map(\.name)).count) }

    @Test func typeOfAnObjectOfSecurity() {
        #expect(CFGetTypeID(PlainObject(1)) == PlainObject.typeID)
        let types: [(CFTypeID, String)] = [
            (SecCertificateGetTypeID(), "SecCertificate"), (SecIdentityGetTypeID(), "SecIdentity"),
            (SecKeyGetTypeID(), "SecKey"), (SecPolicyGetTypeID(), "SecPolicy"), (SecTrustGetTypeID(), "SecTrust"),
        ]
        for (type, name) in types { #expect(CFCopyTypeIDDescription(type) as String? == name) }
        #expect(Set(types.map(\.0) + [CFAllocatorGetTypeID()]).count == 6)
        #expect(CFGetTypeID(kCFAllocatorSystemDefault) == CFAllocatorGetTypeID())
        #expect(CFCopyTypeIDDescription(CFAllocatorGetTypeID()) as String? == "CFAllocator")
    }

    @Test func typeOfNoObject() {
        #expect(CFGetTypeID(nil) == 0)
        #expect(CFCopyTypeIDDescription(0) == nil)
        #expect(CFCopyTypeIDDescription(.max) == nil)
    }

    @Test func equality() {
        #expect(CFEqual(PlainObject(1), PlainObject(1)))
        #expect(!CFEqual(PlainObject(1), PlainObject(2)))
        #expect(CFEqual("a" as CFString, String(["a"]) as CFString))
        #expect(!CFEqual("a" as CFString, PlainObject(1)))
        #expect(!CFEqual("1" as CFString, 1 as CFNumber))
        #expect(CFEqual(nil, nil))
        #expect(!CFEqual(nil, kCFNull))
    }

    @Test func hashesOfEqualObjects() {
        #expect(CFHash(PlainObject(1)) == CFHash(PlainObject(1)))
        #expect(CFHash("abc" as CFString) == CFHash(String("cba".reversed()) as CFString))
        #expect(CFHash(nil) == 0)
    }

    @Test func descriptions() {
        #expect(CFCopyDescription(PlainObject(3)) as String? == "plain 3")
        #expect(CFCopyDescription("abc" as CFString) as String? == "abc")
        #expect(CFCopyDescription(nil) == nil)
    }

    @Test func booleans() {
        #expect(CFBooleanGetValue(kCFBooleanTrue))
        #expect(!CFBooleanGetValue(kCFBooleanFalse))
        #expect(kCFBooleanTrue as? Bool == true)
        let query: [String: Any] = ["a": kCFBooleanTrue as Any]
        #expect(query["a"] as? Bool == true)
    }

    @Test func darwinBoolean() {
        #expect(MemoryLayout<DarwinBoolean>.size == 1)
        var flag: DarwinBoolean = false
        unsafe withUnsafeMutableBytes(of: &flag) { unsafe $0[0] = 2 }
        #expect(flag.boolValue)
        #expect(flag == true)
        #expect(Set([flag, true]).count == 1)
        #expect("\(flag)" == "true")
    }

    @Test func dates() {
        // RFC 3339: 1985-04-12T23:20:50.52Z, in seconds since 1970 by `date -d`: 482196050.52.
        let date: CFDate = CFDateCreate(nil, 482_196_050.52 - kCFAbsoluteTimeIntervalSince1970)
        #expect((date as Date).timeIntervalSince1970 == 482_196_050.52)
        #expect(CFDateGetAbsoluteTime(date) == 482_196_050.52 - 978_307_200)
        let later: CFDate = CFDateCreate(nil, CFDateGetAbsoluteTime(date) + 2)
        #expect(CFDateGetTimeIntervalSinceDate(later, date) == 2)
        #expect(CFDateCompare(date, later, nil) == .compareLessThan)
        #expect(CFDateCompare(later, date, nil) == .compareGreaterThan)
        #expect(CFDateCompare(date, date, nil) == .compareEqualTo)
    }

    @Test func now() {
        #expect(abs(CFAbsoluteTimeGetCurrent() - Date().timeIntervalSinceReferenceDate) < 60)
    }

    @Test func texts() {
        #expect(CFStringGetLength("a😀" as CFString) == 3)
        #expect(CFStringGetLength(nil) == 0)
        #expect(CFStringCompare("a" as CFString, "b" as CFString, []) == .compareLessThan)
        #expect(CFStringCompare("b" as CFString, "a" as CFString, []) == .compareGreaterThan)
        #expect(CFStringCompare("a" as CFString, "A" as CFString, []) != .compareEqualTo)
        #expect(CFStringCompare("a" as CFString, "A" as CFString, .compareCaseInsensitive) == .compareEqualTo)
        #expect(CFStringCompare("a9" as CFString, "a10" as CFString, .compareNumerically) == .compareLessThan)
        #expect(CFStringCompare(nil, "a" as CFString, []) == .compareLessThan)
        #expect(CFStringHasPrefix("abc" as CFString, "ab" as CFString))
        #expect(!CFStringHasPrefix("abc" as CFString, "bc" as CFString))
        #expect(CFStringHasSuffix("abc" as CFString, "bc" as CFString))
    }

    @Test func ranges() {
        #expect(CFRangeMake(2, 3).within(5) == 2..<5)
        #expect(CFRangeMake(5, 0).within(5) == 5..<5)
        #expect(CFRangeMake(2, 4).within(5) == nil)
        #expect(CFRangeMake(-1, 1).within(5) == nil)
        #expect(CFRangeMake(1, -1).within(5) == nil)
        #expect(CFRangeMake(1, .max).within(5) == nil)
    }
}

/// An object, and what it is for Core Foundation.
struct TypedSample: Sendable, CustomTestStringConvertible {
    let name: String
    let type: CFTypeID
    let object: @Sendable () -> AnyObject?

    init(_ name: String, _ type: CFTypeID, _ object: @escaping @Sendable () -> AnyObject?) {
        self.name = name
        self.type = type
        self.object = object
    }

    var testDescription: String { name }
}

private let typed: [TypedSample] = [
    TypedSample("CFString", CFStringGetTypeID()) { "a" as NSString },
    TypedSample("CFString", CFStringGetTypeID()) { "a" as AnyObject },
    TypedSample("CFString", CFStringGetTypeID()) { kSecClass },
    TypedSample("CFData", CFDataGetTypeID()) { Data([1]) as AnyObject },
    TypedSample("CFData", CFDataGetTypeID()) { NSMutableData() },
    TypedSample("CFArray", CFArrayGetTypeID()) { [PlainObject(1)] as AnyObject },
    TypedSample("CFDictionary", CFDictionaryGetTypeID()) { ["a": PlainObject(1)] as AnyObject },
    TypedSample("CFSet", CFSetGetTypeID()) { Set(["a"]) as AnyObject },
    TypedSample("CFDate", CFDateGetTypeID()) { Date(timeIntervalSince1970: 0) as AnyObject },
    TypedSample("CFNumber", CFNumberGetTypeID()) { 1 as AnyObject },
    TypedSample("CFNumber", CFNumberGetTypeID()) { NSNumber(value: Int8(1)) },
    TypedSample("CFNumber", CFNumberGetTypeID()) { NSDecimalNumber(value: 1) },
    TypedSample("CFBoolean", CFBooleanGetTypeID()) { kCFBooleanTrue },
    TypedSample("CFBoolean", CFBooleanGetTypeID()) { false as AnyObject },
    TypedSample("CFNull", CFNullGetTypeID()) { kCFNull },
    TypedSample("CFURL", CFURLGetTypeID()) { NSURL(fileURLWithPath: "/") },
    TypedSample("CFError", CFErrorGetTypeID()) { securityError(errSecParam) },
    TypedSample("CFType", 1) { JSONDecoder() },
]
