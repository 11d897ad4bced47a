import Foundation
public import FoundationNetworking

/// A web view as ``PageCheck`` needs one.
public protocol PageView: AnyObject {
    /// The request's server was found good: the view loads the page.
    func load(_ request: URLRequest)
    /// The server was refused, or could not be asked.
    func show(_ error: any Error)
}
