public import Foundation

// When an item can be read: the values of `kSecAttrAccessible` (SecItem.h).
// They never change, so any thread may read them, though `NSString` is not `Sendable`.

/// From the first unlocking after a restart on.
@safe public nonisolated(unsafe) let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
/// From the first unlocking after a restart on, and never on another device.
@safe public nonisolated(unsafe) let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
/// Always; deprecated on Apple's platforms.
@safe public nonisolated(unsafe) let kSecAttrAccessibleAlways: CFString = "dk"
/// Always, and never on another device; deprecated on Apple's platforms.
@safe public nonisolated(unsafe) let kSecAttrAccessibleAlwaysThisDeviceOnly: CFString = "dku"
/// While unlocked, where a passcode is set, and never on another device.
@safe public nonisolated(unsafe) let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"
/// While unlocked.
@safe public nonisolated(unsafe) let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
/// While unlocked, and never on another device.
@safe public nonisolated(unsafe) let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
