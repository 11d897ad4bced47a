// For source code that says `import Security`: see Docs/security.md for what a module of this name does to a build.
@_exported public import HoldfastSecurity
