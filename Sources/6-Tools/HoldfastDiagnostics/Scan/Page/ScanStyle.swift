/// The style of a scan's page, beside what every page has.
enum ScanStyle {
    static let sheet = """
        .scan { gap: 1rem; }
        .scan > .block, .pair > .block { margin: 0; padding: 1rem 1.1rem; border: 1px solid var(--line);
          border-radius: .6rem; background: var(--card); }
        .scan .caption { margin-top: -.35rem; }
        .pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem; align-items: start; }
        .bars { display: grid; gap: .45rem; font-size: .9rem; }
        .bars > div { display: grid; grid-template-columns: minmax(0, 20rem) minmax(0, 1fr); gap: .05rem 1rem;
          align-items: center; }
        .pair .bars > div { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
        .bars code { color: var(--faint); } .bars .size { display: grid; grid-template-columns: 3.5rem minmax(0, 1fr);
          gap: .75rem; align-items: center; }
        .bars .size b { font-weight: 600; text-align: right; font-variant-numeric: tabular-nums;
          overflow-wrap: normal; }
        .bars .examples { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 0 .9rem; color: var(--faint);
          font-size: .82rem; }
        .scan rect.plain { fill: var(--step); } .scan rect.good { fill: var(--good); }
        .scan rect.warning { fill: var(--warn); } .scan rect.bad { fill: var(--bad); }
        .columns-chart { display: block; overflow: visible; } .columns-chart text { fill: var(--faint);
          font-size: 12px; font-variant-numeric: tabular-nums; } .axis-line { fill: var(--edge); }
        .ends-chart .rest { display: flex; flex-wrap: wrap; gap: 0 1.5rem; color: var(--faint); font-size: .875rem; }
        .ends-chart .rest b { font-weight: 600; color: var(--ink); }
        .soonest li { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 0 1rem; padding: .2rem 0;
          border-top: 1px solid var(--line); font-size: .9rem; } .soonest li:first-child { border-top: 0; }
        .soonest time { font-variant-numeric: tabular-nums; }
        .speakers th, .speakers td { vertical-align: top; overflow-wrap: anywhere; }
        .worst { margin-top: 1.5rem; } .worst h2 { font-size: 1.3rem; font-weight: 650; }
        @media (max-width: 56rem) { .pair { grid-template-columns: minmax(0, 1fr); } }
        @media (max-width: 36rem) {
          .scan > .block, .pair > .block { padding: .9rem .8rem; }
          .bars > div, .pair .bars > div { grid-template-columns: minmax(0, 1fr); }
          .bars .size { grid-template-columns: 2.75rem minmax(0, 1fr); }
        }
        @media print {
          .scan > .block, .pair > .block { padding: .5rem 0; border-width: 1px 0 0; border-radius: 0;
            break-inside: avoid; }
          .ends-chart .more { display: none; }
        }
        @media (forced-colors: active) { .scan rect { fill: Highlight; } .scan rect.track { fill: GrayText; } }
        """
}
