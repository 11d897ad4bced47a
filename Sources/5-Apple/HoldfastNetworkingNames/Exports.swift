// A file of an iOS program says `import Foundation`, and changes that one line.
@_exported public import Foundation
// What a program imports of this module hides FoundationNetworking's declarations of the same names, and brings the
// rest.
@_exported public import FoundationNetworking
// As `import Foundation` brings Security's names on Apple's platforms.
@_exported public import HoldfastSecurityNames
