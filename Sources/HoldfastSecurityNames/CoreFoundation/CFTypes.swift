public import Foundation

// Core Foundation's types under the names that Apple's signatures use. Foundation's classes stand behind them, so that
// `certificates as CFArray`, `data as Data` and `var error: CFError?` mean what they mean on Apple's platforms.

/// Any object of Core Foundation's or of the Security framework's.
public typealias CFTypeRef = AnyObject
public typealias CFString = NSString
public typealias CFData = NSData
public typealias CFMutableData = NSMutableData
public typealias CFArray = NSArray
public typealias CFMutableArray = NSMutableArray
public typealias CFDictionary = NSDictionary
public typealias CFMutableDictionary = NSMutableDictionary
public typealias CFSet = NSSet
public typealias CFDate = NSDate
public typealias CFNumber = NSNumber
/// `kCFBooleanTrue` and `kCFBooleanFalse` are of this type.
public typealias CFBoolean = NSNumber
public typealias CFURL = NSURL
public typealias CFNull = NSNull
/// Errors of the Security framework are of the domain `NSOSStatusErrorDomain`.
public typealias CFError = NSError

public typealias CFIndex = Int
public typealias CFOptionFlags = UInt
public typealias CFTypeID = UInt
public typealias CFHashCode = UInt
/// Seconds since 2001-01-01T00:00:00Z, as `Date.timeIntervalSinceReferenceDate`.
public typealias CFAbsoluteTime = Double
/// Seconds.
public typealias CFTimeInterval = Double

/// A result code of the Security framework; 0 is success.
public typealias OSStatus = Int32
