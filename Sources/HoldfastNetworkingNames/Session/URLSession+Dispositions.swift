extension URLSession {
    /// What becomes of a challenge (Apple, `URLSession.AuthChallengeDisposition`).
    public enum AuthChallengeDisposition: Int, Sendable {
        /// Answers with the credential; without one the request goes on as it is, and a server is refused.
        case useCredential = 0
        /// As if the method were not there.
        case performDefaultHandling = 1
        /// Ends the task with `URLError.cancelled`.
        case cancelAuthenticationChallenge = 2
        /// Lets this method be, and goes on to the next one that is offered.
        case rejectProtectionSpace = 3
    }

    /// What becomes of a task whose date has come (Apple, `URLSession.DelayedRequestDisposition`).
    public enum DelayedRequestDisposition: Int, Sendable {
        case continueLoading = 0
        case useNewRequest = 1
        case cancel = 2
    }

    /// What becomes of a response's body (Apple, `URLSession.ResponseDisposition`).
    public enum ResponseDisposition: Int, Sendable {
        /// Ends the task with `URLError.cancelled`.
        case cancel = 0
        case allow = 1
        /// The task goes on as a ``URLSessionDownloadTask``.
        case becomeDownload = 2
        /// The task ends with `URLError.unsupportedURL`: there are no stream tasks here.
        case becomeStream = 3
    }
}
