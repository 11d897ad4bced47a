public import Foundation
import HoldfastCredentials

/// The conditions under which an item may be used, besides the state of the device (Apple, `SecAccessControl`).
///
/// Nothing here asks a user for a fingerprint, a face or a passcode. An object without flags says as much as
/// `kSecAttrAccessible`; an item whose flags ask for more is not stored (`errSecUnimplemented`), since it would be
/// without the protection that the program counts on.
public final class SecAccessControl: Sendable {
    let accessible: String
    let flags: SecAccessControlCreateFlags

    init(_ accessible: String, _ flags: SecAccessControlCreateFlags) {
        self.accessible = accessible
        self.flags = flags
    }
}

extension SecAccessControl: Hashable {
    public static func == (left: SecAccessControl, right: SecAccessControl) -> Bool {
        left.accessible == right.accessible && left.flags == right.flags
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(accessible) }
}

extension SecAccessControl: CFObject {
    static let typeID: CFTypeID = 0x5EC_0006

    var coreFoundationDescription: String { "<SecAccessControl \(accessible), flags \(flags.rawValue)>" }
}

/// The conditions of an access control object, by Apple's numbers (SecAccessControl.h).
public struct SecAccessControlCreateFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Biometry or the passcode.
    public static let userPresence = Self(rawValue: 1 << 0)
    /// Any enrolled finger or face.
    public static let biometryAny = Self(rawValue: 1 << 1)
    /// The fingers or the face enrolled when the item was made.
    public static let biometryCurrentSet = Self(rawValue: 1 << 3)
    /// Any enrolled finger, in the name that ``biometryAny`` had first.
    public static let touchIDAny = biometryAny
    /// The fingers enrolled when the item was made, in the name that ``biometryCurrentSet`` had first.
    public static let touchIDCurrentSet = biometryCurrentSet
    /// The passcode.
    public static let devicePasscode = Self(rawValue: 1 << 4)
    /// Another device of the user's nearby.
    public static let companion = Self(rawValue: 1 << 5)
    /// A watch of the user's nearby, in the name that ``companion`` had first.
    public static let watch = companion
    /// One of the conditions.
    public static let or = Self(rawValue: 1 << 14)
    /// All of the conditions.
    public static let and = Self(rawValue: 1 << 15)
    /// Only for what a private key does.
    public static let privateKeyUsage = Self(rawValue: 1 << 30)
    /// A password of the program's own, from which a key is derived.
    public static let applicationPassword = Self(rawValue: 1 << 31)
}

/// The type of ``SecAccessControl`` among Core Foundation's.
public func SecAccessControlGetTypeID() -> CFTypeID { SecAccessControl.typeID }

/// Makes an access control object.
///
/// - Parameters:
///   - allocator: not used.
///   - protection: one of `kSecAttrAccessible…`.
///   - flags: the conditions.
///   - error: `errSecParam` for another protection.
public func SecAccessControlCreateWithFlags(
    _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
    unsafe KeyError.reporting(to: error) { () throws(KeyError) in
        do throws(ItemError) {
            guard let text = try ItemAttributeForm.accessible.stored(protection).text else {
                throw ItemError(errSecParam)
            }
            return SecAccessControl(text, flags)
        } catch {
            throw KeyError(error.status, "the protection is none of kSecAttrAccessible…")
        }
    }
}
