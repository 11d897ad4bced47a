public import Foundation
public import HoldfastSecurityNames

// Keys of `URLSessionConfiguration.connectionProxyDictionary`, of CFNetwork's CFProxySupport.h.
// They never change, so any thread may read them, though `NSString` is not `Sendable`.

/// Whether requests of plain HTTP go through a proxy; a number or a Boolean.
@safe public nonisolated(unsafe) let kCFNetworkProxiesHTTPEnable: CFString = "HTTPEnable"
/// That proxy's host.
@safe public nonisolated(unsafe) let kCFNetworkProxiesHTTPProxy: CFString = "HTTPProxy"
/// That proxy's port.
@safe public nonisolated(unsafe) let kCFNetworkProxiesHTTPPort: CFString = "HTTPPort"
/// Whether requests of HTTPS go through a proxy, by CONNECT; a number or a Boolean.
@safe public nonisolated(unsafe) let kCFNetworkProxiesHTTPSEnable: CFString = "HTTPSEnable"
/// That proxy's host.
@safe public nonisolated(unsafe) let kCFNetworkProxiesHTTPSProxy: CFString = "HTTPSProxy"
/// That proxy's port.
@safe public nonisolated(unsafe) let kCFNetworkProxiesHTTPSPort: CFString = "HTTPSPort"
/// Whether requests go through a SOCKS 5 proxy, where no other is for them; a number or a Boolean.
@safe public nonisolated(unsafe) let kCFNetworkProxiesSOCKSEnable: CFString = "SOCKSEnable"
/// That proxy's host.
@safe public nonisolated(unsafe) let kCFNetworkProxiesSOCKSProxy: CFString = "SOCKSProxy"
/// That proxy's port.
@safe public nonisolated(unsafe) let kCFNetworkProxiesSOCKSPort: CFString = "SOCKSPort"
/// Hosts that no proxy is for; an array of texts such as `*.local` and `192.0.2.0/24`.
@safe public nonisolated(unsafe) let kCFNetworkProxiesExceptionsList: CFString = "ExceptionsList"
/// Whether no proxy is for names without a dot; a number or a Boolean.
@safe public nonisolated(unsafe) let kCFNetworkProxiesExcludeSimpleHostnames: CFString = "ExcludeSimpleHostnames"
/// Without effect: no script chooses a proxy here.
@safe public nonisolated(unsafe) let kCFNetworkProxiesProxyAutoConfigEnable: CFString = "ProxyAutoConfigEnable"
/// Without effect, likewise.
@safe public nonisolated(unsafe) let kCFNetworkProxiesProxyAutoConfigURLString: CFString = "ProxyAutoConfigURLString"
/// Without effect, likewise.
@safe public nonisolated(unsafe) let kCFNetworkProxiesProxyAutoConfigJavaScript: CFString =
    "ProxyAutoConfigJavaScript"
/// Without effect, likewise.
@safe public nonisolated(unsafe) let kCFNetworkProxiesProxyAutoDiscoveryEnable: CFString = "ProxyAutoDiscoveryEnable"
/// The user that asks the proxy.
@safe public nonisolated(unsafe) let kCFProxyUsernameKey: CFString = "kCFProxyUsernameKey"
/// That user's password.
@safe public nonisolated(unsafe) let kCFProxyPasswordKey: CFString = "kCFProxyPasswordKey"
