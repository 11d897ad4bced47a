// What `import Holdfast` brings: verdicts, sessions that ask for them, and the values that both speak of.
@_exported public import HoldfastCredentials
@_exported public import HoldfastCrypto
@_exported public import HoldfastFiles
@_exported public import HoldfastHTTP
@_exported public import HoldfastHTTPS
@_exported public import HoldfastJSON
@_exported public import HoldfastPins
@_exported public import HoldfastPolicy
@_exported public import HoldfastResolving
@_exported public import HoldfastStatements
@_exported public import HoldfastTransport
@_exported public import HoldfastTrust
@_exported public import HoldfastWeb
@_exported public import HoldfastWords
@_exported public import HoldfastX509
