/// The sheet's parts about the chain, the facts, small screens and paper.
extension PageStyle {
    static let chain = """
        .link { position: relative; padding: 0 0 1rem 1.9rem; }
        .link::before { content: ""; position: absolute; left: .3rem; top: 1rem; width: .8rem; height: .8rem;
          border: 3px solid var(--good); border-radius: 50%; background: var(--card); z-index: 1; }
        .link::after { content: ""; position: absolute; left: .64rem; top: 1.6rem; bottom: -1.2rem;
          border-left: 2px solid var(--edge); }
        .link:last-child { padding-bottom: 0; } .link:last-child::after { display: none; }
        .link.anchored::before { border-radius: 2px; background: var(--good); }
        .link.fault::before { border-color: var(--bad); } .link.fault.anchored::before { background: var(--bad); }
        .link.open::before { border: 2px dashed var(--bad); }
        .link:has(+ .open)::after { border-left-style: dashed; }
        .link.open .card { border-style: dashed; background: none; color: var(--bad); }
        .card { padding: .7rem .95rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); }
        .fault > .card { border-color: var(--bad); box-shadow: inset 3px 0 0 var(--bad); }
        .anchored > .card { background: var(--well); }
        .unused { display: grid; grid-template-columns: minmax(0, 1fr); gap: .6rem; } .unused .card { border-style: \
        dashed; }
        .role { color: var(--faint); font-size: .85rem; } .role b { font-weight: 600; }
        .role .mark { margin-right: .3rem; }
        .card .name { font-weight: 620; line-height: 1.4; } .subject { color: var(--faint); font-size: .85rem; }
        .marks { display: flex; flex-wrap: wrap; gap: .3rem .5rem; margin-top: .4rem; }
        .marks li { display: flex; align-items: center; gap: .35rem; padding: .1rem .55rem .1rem .45rem;
          border-radius: 999px; font-size: .85rem; }
        .marks .error { background: var(--bad-wash); color: var(--bad); }
        .marks .warning { background: var(--warn-wash); color: var(--warn); }
        .validity { margin: .5rem 0 .35rem; font-size: .85rem; }
        .validity svg, .bar { display: block; overflow: visible; }
        .track { fill: var(--line); } .span { fill: var(--good); } .now { stroke: var(--ink); stroke-width: 2; }
        .over .span, .early .span, .never .span { fill: var(--bad); }
        .validity p { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 .75rem; }
        .validity b { font-weight: 600; } .over b, .early b, .never b { color: var(--bad); }
        .dates { color: var(--faint); font-variant-numeric: tabular-nums; }
        .more { margin-top: .5rem; font-size: .875rem; } .more summary { color: var(--link); cursor: pointer; }
        .more[open] summary { margin-bottom: .4rem; } .download { margin-top: .5rem; }
        .copy { -webkit-user-select: all; user-select: all; }
        .pem { margin-top: .4rem; padding: .6rem .75rem; border-radius: .35rem; background: var(--well); overflow-x: \
        auto;
          font-size: .75rem; line-height: 1.45; overflow-wrap: normal; -webkit-user-select: all; user-select: all; }
        """

    static let facts = """
        .facts { font-size: .875rem; line-height: 1.5; }
        .facts > div { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); gap: 0 .75rem; padding: .14rem 0; }
        .facts dt { color: var(--faint); }
        .narrow .facts > div { grid-template-columns: 6.5rem minmax(0, 1fr); }
        .narrow .block { padding: .9rem 1rem; border-radius: .5rem; background: var(--well); }
        .narrow .block + .block { margin-top: .75rem; }
        .narrow .track { fill: var(--line); }
        .timing { font-size: .875rem; }
        .timing > div { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 0 .75rem; padding: .2rem 0; }
        .timing dt { color: var(--faint); } .timing dd { font-variant-numeric: tabular-nums; }
        .timing .total { margin-top: .25rem; padding-top: .4rem; border-top: 1px solid var(--line); font-weight: 600; }
        .step { fill: var(--step); } .step.trust { fill: var(--good); }
        """

    static let small = """
        @media (max-width: 56rem) { .columns { grid-template-columns: minmax(0, 1fr); } }
        @media (max-width: 36rem) {
          .target > summary { grid-template-columns: auto minmax(0, 1fr) auto; padding: .7rem .8rem; gap: .15rem \
          .7rem; }
          .target > summary > .mark { grid-row: 1; align-self: start; }
          .target > summary::after { grid-column: 3; grid-row: 1; }
          .outcome { grid-column: 2; }
          .content { padding: .9rem .8rem; }
          .facts > div, .narrow .facts > div { grid-template-columns: 6.4rem minmax(0, 1fr); }
          .link { padding-left: 1.5rem; } .link::before { left: 0; } .link::after { left: .34rem; }
          .card { padding: .6rem .75rem; }
          nav li { grid-template-columns: auto minmax(0, 1fr); } nav li .faint { grid-column: 2; }
          .counts { gap: .5rem 1.5rem; } .counts dd { font-size: 1.75rem; }
        }
        @media (prefers-reduced-motion: reduce) { *, ::before, ::after { transition: none !important; } }
        @media (forced-colors: active) { .link::before, .link::after { border-color: CanvasText; }
          .now { stroke: CanvasText; } .span, .step { fill: Highlight; } .track { fill: GrayText; } }
        """

    /// Ink on white whatever the screen shows; every section open but the bytes of certificates, which nobody types off
    /// paper.
    static let paper = """
        @media print {
          @page { margin: 15mm 14mm; }
          :root { color-scheme: light; --page: #fff; --card: #fff; --well: #fff; --ink: #000; --faint: #444; --line: \
          #bbb;
            --edge: #777; --link: #000; --good: #17663f; --good-wash: #fff; --bad: #9c1c14; --bad-wash: #fff;
            --warn: #6b4500; --warn-wash: #fff; --note: #24446f; --step: #6d8db6; }
          html { font-size: 9.5pt; }
          body { max-width: none; padding: 0; }
          .language, .download, .pem, .more summary, .target > summary::after { display: none; }
          details::details-content { content-visibility: visible; block-size: auto; }
          .target, .list .target + .target { border-width: 1px 0 0; border-radius: 0; }
          .target > summary { padding: .6rem 0; } .content { padding: .2rem 0 1.2rem; border: 0; }
          .target > summary, h2, h3, h4, .headline, .caption { break-after: avoid; }
          .link, .finding, .facts > div, .unused > li, .narrow .block, .verdict, .timing > div { break-inside: avoid; }
          .columns { display: block; }
          .narrow { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1.5rem; margin-top: 1.5rem; }
          .narrow .block, .narrow .block + .block { margin: 0; padding: 0; }
          .card > .facts { columns: 2; } .marks li { padding-inline: 0; }
          .callout, .callout.warned, .comparison.missed { border: 1px solid var(--line); }
          p, li { orphans: 3; widows: 3; }
        }
        """
}
