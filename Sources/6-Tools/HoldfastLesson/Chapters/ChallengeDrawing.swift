/// The way of a challenge, from who asks to how long the credential is kept.
enum ChallengeDrawing {
    static let whole = LessonDrawing(
        "The way of a challenge", "一次质询的来龙去脉",
        [
            LessonDrawing.Station(
                "Somebody asks", "有人发问",
                [
                    LessonDrawing.Way(
                        .on, ("in the handshake: the server's certificates", "握手中：服务器的证书"),
                        ("ServerTrust, about the connection", "ServerTrust，针对连接")),
                    LessonDrawing.Way(
                        .on, ("in the handshake: CertificateRequest", "握手中：CertificateRequest"),
                        ("ClientCertificate, about the connection", "ClientCertificate，针对连接")),
                    LessonDrawing.Way(
                        .on, ("in an answer: 401 or 407", "响应中：401 或 407"),
                        (
                            "Negotiate and NTLM about the connection, Digest and Basic about the request",
                            "Negotiate、NTLM 针对连接，Digest、Basic 针对请求"
                        )),
                ]),
            LessonDrawing.Station(
                "The challenge: protection space, proposed credential, failures so far", "质询：保护空间、建议的凭据、已失败次数"),
            LessonDrawing.Station(
                "The delegate: the session's about a connection, the task's about a request", "代理：连接问题先问会话级，请求问题问任务级",
                [
                    LessonDrawing.Way(.on, ("it has the method", "实现了对应方法"), ("it answers", "由它答复")),
                    LessonDrawing.Way(
                        .on, ("it has none", "没有实现"),
                        ("the other level is asked, then default handling", "改问另一级，最后按默认处理")),
                ]),
            LessonDrawing.Station(
                "The disposition", "处置方式",
                [
                    LessonDrawing.Way(.on, ("useCredential", "useCredential"), ("this credential answers", "用该凭据作答")),
                    LessonDrawing.Way(
                        .on, ("performDefaultHandling", "performDefaultHandling"),
                        ("the session judges, or the proposed credential answers", "由会话自行判定，或用建议的凭据作答")),
                    LessonDrawing.Way(
                        .back, ("rejectProtectionSpace", "rejectProtectionSpace"),
                        ("the next method that is offered; without one the end", "换下一种方法；没有就结束")),
                    LessonDrawing.Way(
                        .bad, ("cancelAuthenticationChallenge", "cancelAuthenticationChallenge"),
                        ("the request ends: cancelled", "请求终止：cancelled")),
                ]),
            LessonDrawing.Station(
                "The other side takes it, or not", "对方接受与否",
                [
                    LessonDrawing.Way(
                        .good, ("taken", "接受"), ("kept: not at all, for the session, or for good", "保存：不保存、会话期间或永久保存")),
                    LessonDrawing.Way(
                        .back, ("refused", "拒绝"),
                        ("asked again, previousFailureCount grows", "再次质询，previousFailureCount 加一")),
                ]),
        ])
}
