public import Foundation
import FoundationNetworking

/// Where the error of a download has what is needed to go on: ``URLSession/downloadTask(withResumeData:)``.
public let NSURLSessionDownloadTaskResumeData = "NSURLSessionDownloadTaskResumeData"

extension URLError {
    /// What is needed to go on with the download; nil where that is not possible.
    public var downloadTaskResumeData: Data? { userInfo[NSURLSessionDownloadTaskResumeData] as? Data }
}
