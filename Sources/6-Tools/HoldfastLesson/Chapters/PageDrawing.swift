/// The way of a page, from the navigation that is held to the page that is shown.
extension PageChapter {
    static let drawing = LessonDrawing(
        "The way of a page", "一个页面的载入过程",
        [
            LessonDrawing.Station(
                "The view is about to load a page, and asks", "视图准备载入页面，先行询问",
                [
                    LessonDrawing.Way(
                        .on, ("each navigation, redirects and links too", "每次导航，包括重定向和链接"),
                        ("the navigation is held", "扣住导航")),
                    LessonDrawing.Way(
                        .bad, ("no https, or no URL", "不是 https，或不是 URL"),
                        ("refused: there is no server to judge", "拒绝：没有可判定的服务器")),
                ]),
            LessonDrawing.Station(
                "A connection of the program's own: the server is judged, nothing is requested", "程序自己的连接：只判定服务器，不发请求",
                [
                    LessonDrawing.Way(
                        .on, ("trusted", "可信"), ("its certificate is remembered, the navigation resumed", "记住证书，放行导航")),
                    LessonDrawing.Way(
                        .bad, ("not trusted", "不可信"), ("refused: the view shows the warning", "拒绝：视图显示警告")),
                ]),
            LessonDrawing.Station("The view's own connection: the page begins to come", "视图自己的连接：页面开始到达"),
            LessonDrawing.Station(
                "The certificate of that connection is compared with the one that was judged", "将该连接的证书与判定过的证书比对",
                [
                    LessonDrawing.Way(.good, ("the same", "相同"), ("the page is shown", "显示页面")),
                    LessonDrawing.Way(.bad, ("another", "不同"), ("stopped before anything is shown", "在显示任何内容之前停止")),
                ]),
        ])
}
