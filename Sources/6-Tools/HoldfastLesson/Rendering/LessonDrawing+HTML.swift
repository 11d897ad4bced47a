import HoldfastDiagnostics

/// A drawing on the page: boxes that stand one below the other, with arrows between them, and the ways beside each.
///
/// The words are text of the page and not of a picture, so that they break on a phone, and each has its language.
enum LessonDrawingFigure {
    static func html(_ drawing: LessonDrawing) -> HTML {
        .element(
            "figure", class: "exhibit drawn", .element("figcaption", .words(drawing.title)),
            .element(
                "ol", class: "stations",
                drawing.stations.enumerated().map { index, station in
                    self.station(station, isLast: index == drawing.stations.count - 1)
                }))
    }

    private static func station(_ station: LessonDrawing.Station, isLast: Bool) -> HTML {
        let ways: HTML =
            station.ways.isEmpty
            ? .nothing : .element("ul", class: "ways", station.ways.map(way))
        return .element(
            "li", class: "station", .element("div", class: "box", .words(station.words)), ways,
            isLast ? .nothing : arrow("down", "M8 1V14M3.5 9.5 8 14 12.5 9.5"))
    }

    private static func way(_ way: LessonDrawing.Way) -> HTML {
        let mark: HTML =
            switch way.end {
            case .good: PageMark.good
            case .bad: PageMark.bad
            case .on: arrow("turn", "M3 2V9H13M9 5 13 9 9 13")
            case .back: arrow("turn", "M13 14V7H3M7 3 3 7 7 11")
            }
        return .element(
            "li", class: "way " + way.end.rawValue, arrow("off", "M1 8H14M9.5 3.5 14 8 9.5 12.5"),
            .element(
                "div", class: "goal", .element("b", .words(way.label)),
                .element("span", mark, .text(" "), .words(way.goal))))
    }

    /// An arrow in a square of 16: the stroke is the sheet's.
    private static func arrow(_ name: String, _ path: String) -> HTML {
        .element(
            "svg", class: "arrow \(name)", attributes: ["viewBox": "0 0 16 16", "aria-hidden": "true"],
            .element("path", attributes: ["d": path]))
    }
}
