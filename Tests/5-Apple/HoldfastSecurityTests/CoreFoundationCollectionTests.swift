import Foundation
import HoldfastSecurity
import Testing

@testable import HoldfastSecurityNames

struct CoreFoundationCollectionTests {
    @Test func instanceOutOfAnArray() {
        let objects = [PlainObject(1), PlainObject(2)]
        let array = objects as CFArray
        #expect(CFArrayGetCount(array) == 2)
        for index in 0..<2 {
            let object = unsafe unsafeBitCast(CFArrayGetValueAtIndex(array, index), to: PlainObject.self)
            #expect(object === objects[index])
        }
    }

    @Test("An index out of range", arguments: [-1, 1, Int.max]) func outOfRange(_ index: Int) {
        #expect(unsafe CFArrayGetValueAtIndex([PlainObject(1)] as CFArray, index) == nil)
    }

    /// The objects are made from Swift values and must outlive the call, which only their array can see to.
    @Test func madeObjectsLiveAsLongAsTheirArray() {
        let array = (0..<200).map { "text number \($0), longer than a small string" } as CFArray
        let pointers = unsafe (0..<200).map { unsafe CFArrayGetValueAtIndex(array, $0) }
        // Memory that was given back would be used again.
        let noise = (0..<2000).map { NSString(string: "noise \($0), of much the same length as those") }
        for index in 0..<200 {
            let text = unsafe unsafeBitCast(pointers[index], to: CFString.self)
            #expect(text as String == "text number \(index), longer than a small string")
        }
        withExtendedLifetime((array, noise)) {}
    }

    /// The way in which programs take an identity out of what was imported.
    @Test func dictionaryOutOfAnArray() throws {
        let identity = PlainObject(7)
        let items = [[kSecImportItemIdentity as String: identity, kSecImportItemLabel as String: "me"]] as CFArray
        let item = unsafe unsafeBitCast(CFArrayGetValueAtIndex(items, 0), to: CFDictionary.self)
        let key = unsafe Unmanaged.passUnretained(kSecImportItemIdentity).toOpaque()
        let found = unsafe unsafeBitCast(CFDictionaryGetValue(item, key), to: PlainObject.self)
        #expect(found === identity)
        let labelKey = unsafe unsafeBitCast(kSecImportItemLabel, to: UnsafeRawPointer.self)
        let label = try unsafe #require(CFDictionaryGetValue(item, labelKey))
        #expect(unsafe Unmanaged<CFString>.fromOpaque(label).takeUnretainedValue() as String == "me")
        withExtendedLifetime(items) {}
    }

    @Test func sameObjectEachTime() {
        let array = ["one", "two"] as CFArray
        let first = unsafe CFArrayGetValueAtIndex(array, 0)
        #expect(unsafe CFArrayGetValueAtIndex(array, 0) == first)
        #expect(unsafe CFArrayGetValueAtIndex(array, 1) != first)
    }

    @Test func objectOfAChangedArray() {
        let array = NSMutableArray(array: ["before"])
        let before = unsafe unsafeBitCast(CFArrayGetValueAtIndex(array, 0), to: CFString.self)
        array[0] = "after"
        let after = unsafe unsafeBitCast(CFArrayGetValueAtIndex(array, 0), to: CFString.self)
        #expect(before as String == "before")
        #expect(after as String == "after")
    }

    @Test func keptObjectGoesAfterItsArray() {
        // Another test's thread may take the address that an array had.
        #expect((0..<20).contains { _ in Self.keptObjectGoes() })
    }

    private static func keptObjectGoes() -> Bool {
        weak var kept: CFString?
        do {
            let array = ["a text of more than fifteen bytes"] as CFArray
            kept = unsafe unsafeBitCast(CFArrayGetValueAtIndex(array, 0), to: CFString.self)
            #expect(kept != nil)
            withExtendedLifetime(array) {}
        }
        // These take the address that the array had, which none of the next ones then has.
        let noise = (0..<1000).map { ["noise \($0)"] as CFArray }
        let others = (0..<1000).map { ["other \($0)"] as CFArray }
        for other in others { _ = unsafe CFArrayGetValueAtIndex(other, 0) }
        defer { withExtendedLifetime((noise, others)) {} }
        return kept == nil
    }

    /// What an earlier collection at its address was lent goes with that one, equal as it may be.
    @Test func anotherCollectionAtTheSameAddress() {
        let text = "a text of more than fifteen bytes"
        // AddressSanitizer gives no address twice, and another test's thread may take it first.
        guard let collection = firstCollectionAtAFormerAddress(lent: text) else {
            return
        }
        let pointer = unsafe LentObjects.pointer(to: text, at: 0, in: collection)
        weak let kept = unsafe unsafeBitCast(pointer, to: CFString.self)
        let others = (0..<1000).map { _ in Collection() }
        for other in others { _ = unsafe LentObjects.pointer(to: text, at: 0, in: other) }
        #expect(kept != nil)
        withExtendedLifetime((collection, others)) {}
    }

    private func firstCollectionAtAFormerAddress(lent text: String) -> Collection? {
        for _ in 0..<20 {
            if let collection = collectionAtAFormerAddress(lent: text) { return collection }
        }
        return nil
    }

    /// A collection where one lay that `text` was lent from and that is gone.
    private func collectionAtAFormerAddress(lent text: String) -> Collection? {
        var address: ObjectIdentifier?
        do {
            let former = Collection()
            address = ObjectIdentifier(former)
            _ = unsafe LentObjects.pointer(to: text, at: 0, in: former)
        }
        var tried = [Collection()]
        while tried.last.map(ObjectIdentifier.init) != address, tried.count < 1000 { tried.append(Collection()) }
        return tried.last.flatMap { ObjectIdentifier($0) == address ? $0 : nil }
    }

    private final class Collection {}

    @Test func lentFromManyThreads() async {
        let array = Shared(array: (0..<50).map { "text \($0)" } as CFArray)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<50).allSatisfy { index in
                        let pointer = unsafe CFArrayGetValueAtIndex(array.array, index)
                        return unsafe unsafeBitCast(pointer, to: CFString.self) as String == "text \(index)"
                    }
                }
            }
            for await result in group { #expect(result) }
        }
    }

    @Test func mutableArray() throws {
        var callBacks = kCFTypeArrayCallBacks
        let array: CFMutableArray = unsafe CFArrayCreateMutable(kCFAllocatorDefault, 0, &callBacks)
        let objects = [PlainObject(1), PlainObject(2)]
        for object in objects { unsafe CFArrayAppendValue(array, Unmanaged.passUnretained(object).toOpaque()) }
        #expect(array as? [PlainObject] == objects)
        let equal = PlainObject(2)
        let pointer = unsafe Unmanaged.passUnretained(equal).toOpaque()
        #expect(unsafe CFArrayContainsValue(array, CFRangeMake(0, 2), pointer))
        #expect(unsafe !CFArrayContainsValue(array, CFRangeMake(0, 1), pointer))
        #expect(unsafe !CFArrayContainsValue(array, CFRangeMake(0, 3), pointer))
        #expect(unsafe CFArrayGetFirstIndexOfValue(array, CFRangeMake(0, 2), pointer) == 1)
        let copy = try #require(CFArrayCreateCopy(nil, array))
        CFArrayAppendArray(array, copy, CFRangeMake(1, 1))
        #expect(array as? [PlainObject] == [PlainObject(1), PlainObject(2), PlainObject(2)])
        CFArrayRemoveValueAtIndex(array, 0)
        CFArrayRemoveValueAtIndex(array, 9)
        #expect(CFArrayGetCount(array) == 2)
        CFArrayRemoveAllValues(array)
        #expect(CFArrayGetCount(array) == 0)
        #expect(copy as? [PlainObject] == objects)
        #expect(CFArrayCreateMutableCopy(nil, 0, copy) as? [PlainObject] == objects)
    }

    @Test func arrayFromPointers() {
        let object = PlainObject(5)
        var pointers: [UnsafeRawPointer?] = unsafe [UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())]
        let array = unsafe CFArrayCreate(nil, &pointers, 1, nil)
        #expect((array as? [PlainObject])?.first === object)
        #expect(CFArrayCreate(nil, nil, 1, nil) == nil)
        #expect(unsafe CFArrayCreate(nil, &pointers, -1, nil) == nil)
    }

    @Test func mutableDictionary() throws {
        let dictionary: CFMutableDictionary = CFDictionaryCreateMutable(nil, 0, nil, nil)
        let key = unsafe Unmanaged.passUnretained(kSecValueRef).toOpaque()
        let one = PlainObject(1)
        let two = PlainObject(2)
        #expect(unsafe CFDictionaryGetValue(dictionary, key) == nil)
        unsafe CFDictionarySetValue(dictionary, key, Unmanaged.passUnretained(one).toOpaque())
        unsafe CFDictionaryAddValue(dictionary, key, Unmanaged.passUnretained(two).toOpaque())
        #expect(dictionary["v_Ref"] as? PlainObject === one)
        unsafe CFDictionarySetValue(dictionary, key, Unmanaged.passUnretained(two).toOpaque())
        #expect((dictionary as? [String: Any])?["v_Ref"] as? PlainObject === two)
        var found: UnsafeRawPointer?
        #expect(unsafe CFDictionaryGetValueIfPresent(dictionary, key, &found))
        #expect(unsafe found == UnsafeRawPointer(Unmanaged.passUnretained(two).toOpaque()))
        #expect(unsafe CFDictionaryContainsKey(dictionary, key))
        let copy = try #require(CFDictionaryCreateCopy(nil, dictionary))
        unsafe CFDictionaryRemoveValue(dictionary, key)
        #expect(CFDictionaryGetCount(dictionary) == 0)
        #expect(unsafe !CFDictionaryGetValueIfPresent(dictionary, key, nil))
        #expect(CFDictionaryGetCount(copy) == 1)
    }
}

/// Lends an array to several tasks, which only read it.
private struct Shared: @unchecked Sendable {
    let array: CFArray
}
