/// The style of a trace's page, beside what every page has.
extension PageStyle {
    static let trace = [sequence, tables].joined(separator: "\n")

    /// The lifelines are the borders of the column in which the messages stand; an arrow runs from one to the other.
    private static let sequence = """
        .traces { gap: 2.5rem; } .trace > * + * { margin-top: 1.75rem; }
        .trace-head h2 { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .5rem; align-items: baseline;
          font-size: clamp(1.2rem, 1.05rem + .8vw, 1.5rem); font-weight: 650; line-height: 1.3; }
        .trace > .columns > .block + .block { margin-top: 0; } .trace > .columns .facts p { margin-top: .15rem; }
        .secrecy.good { color: var(--good); } .secrecy.warned { color: var(--warn); }
        .aside { margin-top: .6rem; font-size: .875rem; }
        .sequence { border: 1px solid var(--line); border-radius: .6rem; background: var(--card); overflow: clip; }
        .ends { display: flex; justify-content: space-between; padding: .6rem 1rem .6rem 6.2rem; font-weight: 620;
          border-bottom: 1px solid var(--line); }
        .band { padding: .7rem 0 .9rem; } .band:nth-child(odd) { background: var(--well); }
        .band + .band { border-top: 1px solid var(--line); }
        .band > h4 { padding: 0 1rem; font-weight: 620; } .band > .faint { padding: 0 1rem; font-size: .875rem; }
        .band .number { color: var(--note); font-weight: 620; font-variant-numeric: tabular-nums; }
        .messages { margin-top: .5rem; }
        .message, .message > summary { display: block; }
        .message > summary { cursor: pointer; list-style: none; }
        .message > summary::-webkit-details-marker { display: none; }
        div.message, .message > summary { display: grid; grid-template-columns: 5.2rem minmax(0, 1fr); gap: 0 1rem;
          padding-right: 1rem; }
        .when { padding: .4rem 0 .45rem; text-align: right; color: var(--faint); font-size: .8rem; line-height: 1.6;
          font-variant-numeric: tabular-nums; overflow-wrap: normal; }
        .what { display: block; padding: .35rem .8rem .5rem; border: solid var(--edge); border-width: 0 2px; }
        .name, .facts-of-it { display: block; line-height: 1.4; } .name b { font-weight: 620; }
        .name .faint { font-size: .85rem; } .facts-of-it { font-size: .875rem; }
        .from-server .name, .from-server .facts-of-it { text-align: right; }
        .of-nobody .name, .of-nobody .facts-of-it { text-align: center; }
        .message.good .name b { color: var(--good); } .message.bad .name b { color: var(--bad); }
        .message.bad .facts-of-it { color: var(--bad); }
        .arrow { position: relative; display: block; height: 0; margin: .4rem -.8rem .1rem; border-top: 2px solid \
        var(--step); }
        .arrow::after { content: ""; position: absolute; top: -6px; width: .55rem; height: .55rem; border: solid \
        var(--step);
          border-width: 2px 2px 0 0; }
        .from-client .arrow::after { right: 1px; transform: rotate(45deg); }
        .from-server .arrow::after { left: 1px; transform: rotate(225deg); }
        details.message > summary .name b { text-decoration: underline dotted; text-decoration-color: var(--edge);
          text-underline-offset: .22em; }
        details.message > summary:hover .name b { text-decoration-style: solid; text-decoration-color: currentColor; }
        .fields { margin: 0 1rem .5rem 6.2rem; padding: .6rem .8rem; border: 1px solid var(--line); border-radius: \
        .4rem;
          background: var(--page); font-size: .82rem; line-height: 1.5; }
        .fields ul ul { padding-left: 1rem; border-left: 1px solid var(--line); }
        .remark { padding-left: 1rem; color: var(--faint); }
        .field { color: var(--note); } .value { font-variant-numeric: tabular-nums; }
        .known { margin: .6rem 1rem 0 6.2rem; padding: .5rem .8rem; border-left: 3px solid var(--good); font-size: \
        .875rem;
          background: var(--good-wash); }
        .known b { font-weight: 600; color: var(--good); }
        .spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: \
        nowrap; }
        """

    private static let tables = """
        .knowledge, .numbers { width: 100%; border-collapse: collapse; font-size: .9rem; }
        .knowledge th, .numbers th { font-weight: 500; text-align: left; }
        .knowledge thead th, .numbers thead th { color: var(--faint); font-size: .85rem; }
        .knowledge th, .knowledge td, .numbers th, .numbers td { padding: .35rem .6rem .35rem 0;
          border-top: 1px solid var(--line); vertical-align: top; }
        .knowledge thead th, .numbers thead th { border-top: 0; }
        .knowledge td, .knowledge thead th:nth-child(n+2) { width: 5.5rem; padding-right: 0; text-align: center; }
        .knowledge .phase-row th { padding-top: .9rem; font-weight: 620; }
        .knowledge tbody th[scope=row] { padding-left: 1.2rem; } .knowledge .no { color: var(--faint); }
        .bytes-of-it { display: block; color: var(--faint); font-size: .78rem; }
        .statistics > h2 { font-size: 1.3rem; font-weight: 650; } .statistics .block { margin-top: 1rem; }
        .numbers { max-width: 40rem; } .numbers td, .numbers thead th:nth-child(n+2) { text-align: right;
          font-variant-numeric: tabular-nums; }
        .dots { margin-top: 1rem; font-size: .875rem; }
        .dots > div { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 0 .75rem; align-items: end; }
        .dots dt { color: var(--faint); } .strip { display: block; overflow: visible; }
        .dot { fill: var(--step); fill-opacity: .55; } .axis { stroke: var(--line); }
        .median { stroke: var(--ink); stroke-width: 2; }
        .scale dd { display: flex; justify-content: space-between; color: var(--faint);
          font-variant-numeric: tabular-nums; }
        @media (max-width: 36rem) {
          .ends { padding: .5rem .6rem; }
          div.message, .message > summary { grid-template-columns: minmax(0, 1fr); padding: 0 .6rem; }
          .when { padding: .3rem .6rem 0; text-align: left; border: solid var(--edge); border-width: 0 2px; }
          .what { padding: .1rem .6rem .45rem; } .arrow { margin-inline: -.6rem; }
          .fields, .known { margin-inline: .6rem; } .band > h4, .band > .faint { padding: 0 .6rem; }
          .knowledge td, .knowledge thead th:nth-child(n+2) { width: 3.6rem; }
          .knowledge thead th { font-size: .75rem; } .knowledge tbody th[scope=row] { padding-left: 0; }
          .numbers th, .numbers td { padding-right: .35rem; font-size: .8rem; }
          .dots > div { grid-template-columns: 4.2rem minmax(0, 1fr); }
        }
        @media print { .sequence { border-width: 1px 0; border-radius: 0; } .message, .known { break-inside: avoid; }
          details.message::details-content { content-visibility: hidden; } .fields { display: none; } }
        @media (forced-colors: active) { .arrow, .arrow::after, .what { border-color: CanvasText; }
          .dot { fill: Highlight; } .median { stroke: CanvasText; } }
        """
}
