public import Foundation

/// Options of ``CFStringCompare(_:_:_:)``.
public struct CFStringCompareFlags: OptionSet, Sendable {
    public let rawValue: CFOptionFlags

    public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }

    /// Upper case and lower case are the same.
    public static let compareCaseInsensitive = CFStringCompareFlags(rawValue: 1)
    /// Two spellings of the same character in Unicode are not the same.
    public static let compareNonliteral = CFStringCompareFlags(rawValue: 16)
    /// Texts are compared by the order of the user's language.
    public static let compareLocalized = CFStringCompareFlags(rawValue: 32)
    /// Digits are compared by the number that they spell.
    public static let compareNumerically = CFStringCompareFlags(rawValue: 64)
    /// Accents are ignored.
    public static let compareDiacriticInsensitive = CFStringCompareFlags(rawValue: 128)
    /// Full and half width are the same.
    public static let compareWidthInsensitive = CFStringCompareFlags(rawValue: 256)
    /// Texts that are equal by the other flags are ordered all the same.
    public static let compareForcedOrdering = CFStringCompareFlags(rawValue: 512)
}

/// The length of a text in UTF-16 code units; 0 for nil.
public func CFStringGetLength(_ theString: CFString!) -> CFIndex { theString?.length ?? 0 }

/// The order of two texts; nil comes first.
public func CFStringCompare(
    _ theString1: CFString!, _ theString2: CFString!, _ compareOptions: CFStringCompareFlags
) -> CFComparisonResult {
    guard let theString1, let theString2 else {
        return theString1 == nil ? theString2 == nil ? .compareEqualTo : .compareLessThan : .compareGreaterThan
    }
    let options = NSString.CompareOptions(rawValue: compareOptions.rawValue)
    return CFComparisonResult(rawValue: theString1.compare(theString2 as String, options: options).rawValue)
        ?? .compareEqualTo
}

/// Whether a text begins with another.
public func CFStringHasPrefix(_ theString: CFString!, _ prefix: CFString!) -> Bool {
    guard let theString, let prefix else { return false }
    return theString.hasPrefix(prefix as String)
}

/// Whether a text ends with another.
public func CFStringHasSuffix(_ theString: CFString!, _ suffix: CFString!) -> Bool {
    guard let theString, let suffix else { return false }
    return theString.hasSuffix(suffix as String)
}

// MARK: Keys of a bundle's property list (CFBundle.h)

// Wrappers of the keychain make the name of their service of the first one. They never change, so any thread may read
// them, though `NSString` is not `Sendable`.

/// Under it the identifier of a bundle stands in its property list.
@safe public nonisolated(unsafe) let kCFBundleIdentifierKey: CFString = "CFBundleIdentifier"
/// Under it the version of a bundle's build stands in its property list.
@safe public nonisolated(unsafe) let kCFBundleVersionKey: CFString = "CFBundleVersion"
/// Under it the name of a bundle for its user stands in its property list.
@safe public nonisolated(unsafe) let kCFBundleNameKey: CFString = "CFBundleName"
/// Under it the file name of a bundle's program stands in its property list.
@safe public nonisolated(unsafe) let kCFBundleExecutableKey: CFString = "CFBundleExecutable"
/// Under it the version of the property list's own form stands in it.
@safe public nonisolated(unsafe) let kCFBundleInfoDictionaryVersionKey: CFString = "CFBundleInfoDictionaryVersion"
/// Under it the language that a bundle was written in stands in its property list.
@safe public nonisolated(unsafe) let kCFBundleDevelopmentRegionKey: CFString = "CFBundleDevelopmentRegion"
/// Under it the languages that a bundle has beside that stand in its property list.
@safe public nonisolated(unsafe) let kCFBundleLocalizationsKey: CFString = "CFBundleLocalizations"
