// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals
// Apple declares these so, and a program may force them.

/// Where an object's memory comes from; Swift has one such place, so that every function ignores it.
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
