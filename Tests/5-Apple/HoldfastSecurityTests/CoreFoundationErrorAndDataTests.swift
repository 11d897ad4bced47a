import Foundation
import HoldfastSecurity
import Testing

struct CoreFoundationErrorTests {
    @Test func madeAndRead() throws {
        let below = NSError(domain: NSPOSIXErrorDomain, code: 2)
        let info: [String: Any] = [
            kCFErrorLocalizedDescriptionKey as String: "what", kCFErrorLocalizedFailureReasonKey as String: "why",
            kCFErrorLocalizedRecoverySuggestionKey as String: "how", kCFErrorUnderlyingErrorKey as String: below,
        ]
        let error = try #require(CFErrorCreate(nil, kCFErrorDomainOSStatus, -67818, info as CFDictionary))
        #expect(CFErrorGetDomain(error) as String? == NSOSStatusErrorDomain)
        #expect(CFErrorGetCode(error) == -67818)
        #expect(CFErrorCopyDescription(error) as String? == "what")
        #expect(CFErrorCopyFailureReason(error) as String? == "why")
        #expect(CFErrorCopyRecoverySuggestion(error) as String? == "how")
        #expect((CFErrorCopyUserInfo(error) as? [String: Any])?[NSUnderlyingErrorKey] as? NSError == below)
    }

    @Test func bare() throws {
        let error = try #require(CFErrorCreate(nil, "a domain" as CFString, 2, nil))
        #expect(CFErrorCopyFailureReason(error) == nil)
        #expect(CFErrorCopyUserInfo(error)?.count == 0)
        #expect(CFErrorCreate(nil, nil, 2, nil) == nil)
        #expect(CFErrorGetCode(nil) == 0)
        #expect(CFErrorGetDomain(nil) == nil)
    }

    /// Core Foundation's keys are Foundation's.
    @Test func keys() {
        #expect(kCFErrorLocalizedDescriptionKey as String == NSLocalizedDescriptionKey)
        #expect(kCFErrorLocalizedFailureReasonKey as String == NSLocalizedFailureReasonErrorKey)
        #expect(kCFErrorLocalizedRecoverySuggestionKey as String == NSLocalizedRecoverySuggestionErrorKey)
        #expect(kCFErrorUnderlyingErrorKey as String == NSUnderlyingErrorKey)
        #expect(kCFErrorURLKey as String == NSURLErrorKey)
        #expect(kCFErrorFilePathKey as String == NSFilePathErrorKey)
        #expect(kCFErrorDomainCocoa as String == NSCocoaErrorDomain)
        #expect(kCFErrorDomainMach as String == NSMachErrorDomain)
    }

    @Test func throwable() {
        func fail() throws { throw CFErrorCreate(nil, kCFErrorDomainOSStatus, -50, nil) as CFError }
        #expect { try fail() } throws: { ($0 as NSError).code == -50 }
    }
}

struct CoreFoundationDataTests {
    /// 14 bytes lie in a `Data` itself, which has no address to lend.
    @Test("Counts around what a small value holds", arguments: [1, 14, 15, 16, 5000]) func bytes(_ count: Int) throws {
        let source = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let made: CFData = unsafe CFDataCreate(kCFAllocatorDefault, source, count)
        for data in [made, Data(source) as CFData] {
            #expect(CFDataGetLength(data) == count)
            let start = try unsafe #require(CFDataGetBytePtr(data))
            let noise = (0..<100).map { Data(repeating: UInt8($0), count: count) as CFData }
            #expect(unsafe Array(UnsafeBufferPointer(start: start, count: count)) == source)
            withExtendedLifetime((data, noise)) {}
        }
    }

    @Test func impossible() {
        #expect(unsafe CFDataCreate(nil, [1], -1) == nil)
        #expect(CFDataCreate(nil, nil, 1) == nil)
        #expect(CFDataCreate(nil, nil, 0)?.count == 0)
        #expect(CFDataGetLength(nil) == 0)
    }

    @Test func parts() {
        let data = Data([1, 2, 3, 4]) as CFData
        var part: [UInt8] = [0, 0]
        unsafe CFDataGetBytes(data, CFRangeMake(1, 2), &part)
        #expect(part == [2, 3])
        unsafe CFDataGetBytes(data, CFRangeMake(3, 2), &part)
        #expect(part == [2, 3])
    }

    @Test func changed() throws {
        let data: CFMutableData = CFDataCreateMutable(nil, 0)
        unsafe CFDataAppendBytes(data, [1, 2, 3], 3)
        unsafe CFDataAppendBytes(data, [4], -1)
        let copy = try #require(CFDataCreateCopy(nil, data))
        try unsafe #require(CFDataGetMutableBytePtr(data))[0] = 9
        CFDataSetLength(data, 4)
        #expect(data as Data == Data([9, 2, 3, 0]))
        CFDataSetLength(data, -1)
        #expect(CFDataGetLength(data) == 4)
        #expect(copy as Data == Data([1, 2, 3]))
        #expect(CFDataCreateMutableCopy(nil, 0, copy).map { $0 as Data } == Data([1, 2, 3]))
    }
}
