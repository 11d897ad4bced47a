public import Foundation
import FoundationNetworking
public import HoldfastSecurityNames

/// Where the error of a download has what is needed to go on: ``URLSession/downloadTask(withResumeData:)``.
public let NSURLSessionDownloadTaskResumeData = "NSURLSessionDownloadTaskResumeData"

extension URLError {
    /// What is needed to go on with the download; nil where that is not possible.
    public var downloadTaskResumeData: Data? { userInfo[NSURLSessionDownloadTaskResumeData] as? Data }
}

extension URLError {
    /// What the server presented, where that is why it was refused; not evaluated again.
    public var failureURLPeerTrust: SecTrust? { userInfo[NSURLErrorFailingURLPeerTrustErrorKey] as? SecTrust }
}
