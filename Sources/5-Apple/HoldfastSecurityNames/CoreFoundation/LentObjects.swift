import Foundation
import Synchronization

/// Objects behind the pointers that an array or a dictionary lends.
///
/// Core Foundation lends what a collection holds, good for as long as it lives. Foundation's collections give text,
/// bytes and collections within them as Swift values, and the object made of one would be gone before the pointer to it
/// is read. Such an object is kept here until its collection is gone.
enum LentObjects {
    /// A pointer to `value`, good for as long as `collection` lives.
    ///
    /// - Parameter place: where in `collection` the value lies: the same object is lent as long as an equal one is
    ///   there.
    @unsafe static func pointer(to value: Any, at place: UInt, in collection: AnyObject) -> UnsafeRawPointer {
        var object = value as AnyObject
        // A class instance is held by the collection itself.
        if !(type(of: value) is AnyClass) { object = keep(object, at: place, in: collection) }
        return unsafe UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    }

    private static func keep(_ object: AnyObject, at place: UInt, in collection: AnyObject) -> AnyObject {
        let owner = Reference(object: collection)
        // Equality may be of a program's own classes, which may come back here: so it is not asked under the lock.
        let kept = state.withLock { $0.objects(at: place, of: owner) }
        let same = kept.first { type(of: $0.object) == type(of: object) && CFEqual($0.object, object) }
        if let same { return same.object }
        let new = Reference(object: object)
        // What goes, goes after the lock is open: the end of an object may run a program's own code.
        let gone = state.withLock { $0.keep(new, at: place, of: owner) }
        withExtendedLifetime(gone) {}
        return object
    }

    private static let state = Mutex(State())

    /// The objects are only kept and compared, and every function of Core Foundation may be called on any thread.
    private struct Reference: @unchecked Sendable {
        let object: AnyObject
    }

    private struct Lender: @unchecked Sendable {
        weak var collection: AnyObject?
        var objects: [UInt: [Reference]] = [:]
    }

    private struct State: Sendable {
        var lenders: [ObjectIdentifier: Lender] = [:]
        var countForNextSweep = 16

        func objects(at place: UInt, of owner: Reference) -> [Reference] {
            // Another collection may have lain at the same address before.
            guard let lender = lenders[ObjectIdentifier(owner.object)], lender.collection === owner.object else {
                return []
            }
            return lender.objects[place] ?? []
        }

        /// Returns the lenders that are gone.
        mutating func keep(_ object: Reference, at place: UInt, of owner: Reference) -> [Lender] {
            var gone: [Lender] = []
            let identifier = ObjectIdentifier(owner.object)
            if let former = lenders[identifier], former.collection !== owner.object {
                gone.append(former)
                lenders[identifier] = nil
            }
            if lenders[identifier] == nil, lenders.count >= countForNextSweep {
                gone += lenders.values.filter { $0.collection == nil }
                lenders = lenders.filter { $0.value.collection != nil }
                countForNextSweep = max(16, 2 * lenders.count)
            }
            lenders[identifier, default: Lender(collection: owner.object)].objects[place, default: []].append(object)
            return gone
        }
    }
}

/// The object that a program gives by pointer.
@unsafe func pointedObject(at pointer: UnsafeRawPointer) -> AnyObject {
    unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
}
