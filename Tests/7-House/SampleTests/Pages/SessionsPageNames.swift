import Foundation
import Holdfast

/// The members that Docs/sessions.md names, as the compiler knows them: ``SessionsPageTests`` reads these lines, one
/// name each, and the page has no other.
enum SessionsPageNames {
    static func settings() {
        _ = \HTTPSSession.Configuration.timeouts.request
        _ = \HTTPSSession.Configuration.timeouts.transfer
        _ = \HTTPSSession.Configuration.timeouts.idle
        _ = \HTTPSSession.Configuration.limits.redirects
        _ = \HTTPSSession.Configuration.limits.responseBytes
        _ = \HTTPSSession.Configuration.limits.connectionsPerHost
        _ = \HTTPSSession.Configuration.limits.connections
        _ = \HTTPSSession.Configuration.limits.idleConnections
        _ = \HTTPSSession.Configuration.trust.policy
        _ = \HTTPSSession.Configuration.trust.anchors
        _ = \HTTPSSession.Configuration.trust.pins
        _ = \HTTPSSession.Configuration.trust.profile
        _ = \HTTPSSession.Configuration.trust.tlsVersions
        _ = \HTTPSSession.Configuration.trust.supportedGroups
        _ = \HTTPSSession.Configuration.trust.resumesSessions
        _ = \HTTPSSession.Configuration.trust.challenges
        _ = \HTTPSSession.Configuration.credentials.identity
        _ = \HTTPSSession.Configuration.credentials.identityServers
        _ = \HTTPSSession.Configuration.credentials.store
        _ = \HTTPSSession.Configuration.credentials.methods
        _ = \HTTPSSession.Configuration.credentials.forms
        _ = \HTTPSSession.Configuration.cookies.handling
        _ = \HTTPSSession.Configuration.cache
        _ = \HTTPSSession.Configuration.proxy
        _ = \HTTPSSession.Configuration.observer
        _ = \HTTPSSession.Configuration.offersHTTP2
        _ = \HTTPSSession.Configuration.dangerousKeyLog
        _ = \HTTPSSession.ServerSettings.supportedGroups
    }

    static func members() {
        _ = \HTTPSSession.statistics
        _ = \HTTPSSession.unmatchedPinPatterns
        _ = \HTTPSRequest.body
        _ = \HTTPSRequest.timeout
        _ = \HTTPSRequest.idleTimeout
        _ = \HTTPSRequest.expectsContinue
        _ = \HTTPSRequest.closesConnection
        _ = \HTTPSRequest.finished
        _ = \HTTPSRequest.progress
        _ = \HTTPSRequest.redirection
        _ = \HTTPSRequest.tickets
        _ = \HTTPSRequest.cachePolicy
        _ = \HTTPSRequest.siteForCookies
        _ = \HTTPSResponse.body
        _ = \HTTPSResponse.cacheUse
        _ = \HTTPSResponse.connection.isClientCertificateSent
        _ = \HTTPSBytes.pieces
        _ = \HTTPSError.code
        _ = \HTTPSError.url
        _ = \HTTPSError.redirects
        _ = \AnchorError.hint
        _ = \IdentityFileError.hint
        _ = \ConnectionRecord.port
        _ = \ConnectionRecord.remotePort
        _ = \Credential.persistence
        _ = \ConnectionRecord.signatureScheme
        _ = \ConnectionRecord.isResumed
        _ = \ConnectionRecord.isClientCertificateRequested
        _ = \ConnectionRecord.isClientCertificateRequired
        _ = SupportedGroups.availableNames
        _ = \WebSocket.messages
        _ = \WebSocket.closeCode
        _ = \WebSocket.response
        _ = \WebSocketOptions.http2
        _ = WebSocketOptions.HTTP2Use.preferred
        _ = WebSocketOptions.HTTP2Use.never
        _ = \WebSocketOptions.maximumMessageSize
        _ = \WebSocketOptions.offersCompression
        _ = \WebSocketOptions.idleTimeout
        _ = \WebSocketOptions.closeTimeout
    }

    private typealias JSONRequest = (HTTPSURL, String, [HTTPField], Int, JSONEncoder) throws -> HTTPSRequest

    private typealias SendPieces =
        (WebSocket) -> (WebSocketPiece.Kind, AsyncStream<[UInt8]>) async throws -> Void

    static func functions() {
        _ = HTTPSSession.data(for:)
        _ = HTTPSSession.data(from:) as (HTTPSSession) -> (HTTPSURL) async throws -> HTTPSResponse
        _ = HTTPSSession.bytes(for:)
        _ = HTTPSSession.upload(for:from:)
        _ = HTTPSSession.download(for:to:replacing:)
        _ = HTTPSSession.download(resuming:to:replacing:)
        _ = HTTPSSession.verify(_:timeout:)
        _ = HTTPSSession.webSocket(_:protocols:options:)
        _ = HTTPSURL.init(webSocket:)
        _ = HTTPSURL.init(dangerouslyAllowingPlainWebSocket:)
        _ = WebSocket.send(_:)
        _ = WebSocket.send(_:pieces:) as SendPieces
        _ = WebSocket.receive
        _ = WebSocket.receivePiece
        _ = WebSocket.ping
        _ = WebSocket.close(_:reason:)
        _ = HTTPSSession.finishTasksAndInvalidate
        _ = HTTPSSession.invalidateAndCancel
        _ = HTTPSRequest.init(_:method:fields:body:) as (HTTPSURL, String, [HTTPField], [UInt8]?) -> HTTPSRequest
        _ = HTTPSRequest.init(_:method:fields:json:encoder:) as JSONRequest
        _ = HTTPSURL.init(dangerouslyAllowingPlainHTTP:)
        _ = TrustAnchors.only(paths:)
        _ = TrustAnchors.system(addingPaths:)
        _ = Identity.init(contentsOf:passphrase:friendlyName:)
        _ = MemoryCookieStore.init(limits:publicSuffixes:clock:)
        _ = PostQuantumReadiness.init(_:)
        _ = SupportedGroups.init(_:) as (String) throws -> SupportedGroups
        _ = { (configuration: inout HTTPSSession.Configuration) in configuration.trust.adjustPolicy { _ in } }
    }

    static func observing<Observer: SessionObserver>(_: Observer.Type) {
        _ = Observer.session(_:)
        _ = Observer.session(finished:)
        _ = Observer.session(log:)
        _ = Observer.session(judged:)
    }

    static func cases() {
        _ = AuthenticationChallenge.Disposition.useCredential
        _ = AuthenticationChallenge.Disposition.performDefaultHandling
        _ = AuthenticationChallenge.Disposition.cancelAuthenticationChallenge
        _ = AuthenticationChallenge.Disposition.rejectProtectionSpace
        _ = AuthenticationChallenge.Disposition.notImplemented
        _ = CredentialPersistence.none
        _ = CredentialPersistence.forSession
        _ = CredentialPersistence.permanent
        _ = CredentialPersistence.synchronizable
        _ = PostQuantumGrade.pure
        _ = PostQuantumGrade.hybrid
        _ = HTTPSSession.ServerTrustChallenges.rememberedForSession
        _ = SessionEvent.warned
        _ = AuthenticationMethod.serverTrust
        _ = AuthenticationMethod.clientCertificate
        _ = AuthenticationMethod.negotiate
        _ = AuthenticationMethod.ntlm
        _ = AuthenticationMethod.httpDigest
        _ = AuthenticationMethod.httpBasic
        _ = AuthenticationMethod.htmlForm
        _ = AuthenticationMethod.default
    }

    static func types() {
        _ = HTTPSSession.self
        _ = HTTPSSession.Configuration.self
        _ = HTTPSURL.self
        _ = HTTPSURLError.self
        _ = HTTPSError.self
        _ = HTTPCache.self
        _ = UploadBody.self
        _ = (any ChallengeHandler).self
        _ = (any CookieStore).self
        _ = CookieFileStore.self
        _ = (any SessionObserver).self
        _ = SessionEvent.self
        _ = ServerJudgement.self
        _ = TaskMetrics.self
        _ = TrustEvaluation.self
        _ = TransportError.Code.self
        _ = AnchorError.self
        _ = IdentityFileError.self
    }
}
