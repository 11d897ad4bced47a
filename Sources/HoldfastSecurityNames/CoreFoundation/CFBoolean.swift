// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals
// Apple declares these so, and programs force them where a dictionary's value may not be optional.

public import Foundation

/// True as an object.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)
/// False as an object.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)
/// The object that stands for no object.
public let kCFNull: CFNull! = NSNull()

/// Whether `boolean` is true; false for nil.
public func CFBooleanGetValue(_ boolean: CFBoolean!) -> Bool { boolean?.boolValue ?? false }
