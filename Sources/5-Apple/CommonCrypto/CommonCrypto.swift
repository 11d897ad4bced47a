// For source code that says `import CommonCrypto`: see Docs/security.md for what a module of this name does to a build.
@_exported public import HoldfastSecurity
