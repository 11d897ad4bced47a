/// How an array treats its values; there is one way: it keeps them alive.
public struct CFArrayCallBacks: Sendable {
    public var version: CFIndex

    public init() { version = 0 }
}

/// How a dictionary treats its keys; there is one way: it keeps them alive and compares them by what they hold.
public struct CFDictionaryKeyCallBacks: Sendable {
    public var version: CFIndex

    public init() { version = 0 }
}

/// How a dictionary treats its values; there is one way: it keeps them alive.
public struct CFDictionaryValueCallBacks: Sendable {
    public var version: CFIndex

    public init() { version = 0 }
}

/// For an array of objects.
public let kCFTypeArrayCallBacks = CFArrayCallBacks()
/// For a dictionary whose keys are objects.
public let kCFTypeDictionaryKeyCallBacks = CFDictionaryKeyCallBacks()
/// For a dictionary whose keys are texts; they are not copied.
public let kCFCopyStringDictionaryKeyCallBacks = CFDictionaryKeyCallBacks()
/// For a dictionary whose values are objects.
public let kCFTypeDictionaryValueCallBacks = CFDictionaryValueCallBacks()
