import HoldfastDiagnostics

/// The style of a lesson's page, beside what every page has.
extension PageStyle {
    static let lesson = """
        .lesson { gap: 3.5rem; } .overview > .lead { max-width: 42rem; margin-bottom: .6rem; font-size: 1.06rem; }
        .overview > .faint + .faint { margin-top: .2rem; }
        .overview > .faint .mark { margin-right: .4rem; }
        .contents li { display: flex; gap: .6rem; align-items: baseline; }
        .number { color: var(--faint); font-weight: 500; font-variant-numeric: tabular-nums; }
        .contents .number { min-width: 1rem; }
        .chapter { scroll-margin-top: 1rem; }
        .chapter > h2 { font-size: clamp(1.25rem, 1.1rem + .8vw, 1.6rem); font-weight: 650; line-height: 1.25;
          letter-spacing: -.01em; text-wrap: balance; }
        .chapter > .lead { max-width: 42rem; margin-top: .5rem; }
        .step-of-lesson { margin-top: 1.5rem; padding: 1.25rem 1.4rem 1.3rem; border: 1px solid var(--line);
          border-radius: .6rem; background: var(--card); }
        .step-of-lesson > h3 { font-size: 1.1rem; font-weight: 620; line-height: 1.35; }
        .prose { max-width: 42rem; margin-top: .55rem; }
        .asked { margin-top: .9rem; }
        .asked > summary { display: flex; gap: .6rem; align-items: baseline; max-width: 42rem; padding: .55rem .8rem;
          border: 1px solid var(--line); border-radius: .45rem; cursor: pointer; list-style: none; font-weight: 560; }
        .asked > summary::-webkit-details-marker { display: none; }
        .asked > summary::before { content: "?"; color: var(--link); font-weight: 700; }
        .asked > summary::after { content: "+"; margin-left: auto; color: var(--link); font-weight: 600; }
        .asked[open] > summary::after { content: "\\2212"; }
        .asked > summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
        .stations { margin-top: .7rem; }
        .station { display: grid; grid-template-columns: minmax(9rem, 15rem) minmax(0, 1fr); gap: 0 .8rem;
          align-items: center; }
        .box { padding: .5rem .75rem; border: 1.5px solid var(--edge); border-radius: .45rem; background: var(--card);
          font-size: .9rem; line-height: 1.4; }
        .station > .box:only-child, .station > .box:has(+ .arrow) { grid-column: 1; }
        .ways { display: grid; gap: .3rem; font-size: .85rem; line-height: 1.4; }
        .way { display: grid; grid-template-columns: 1.1rem minmax(0, 1fr); gap: 0 .5rem; align-items: center; }
        .goal { padding: .25rem .6rem; border-left: 2px solid var(--edge); } .goal > b { display: block; }
        .way.good > .goal { border-color: var(--good); } .way.bad > .goal { border-color: var(--bad); }
        .arrow { width: 1.05rem; height: 1.05rem; fill: none; stroke: var(--note); stroke-width: 1.6;
          stroke-linecap: round; stroke-linejoin: round; vertical-align: -.15em; }
        .arrow.down { grid-column: 1; justify-self: center; margin: .25rem 0; }
        .exhibit { margin: 1.1rem 0 0; padding: .8rem 1rem; border-radius: .5rem; background: var(--well); }
        .exhibit > figcaption { font-size: .9rem; font-weight: 600; } .judged > figcaption .mark { margin-right: \
        .4rem; }
        .judged > figcaption code { font-weight: 400; } .judged.trusted > figcaption b { color: var(--good); }
        .judged.refused > figcaption b { color: var(--bad); }
        .values { margin-top: .35rem; font-size: .875rem; }
        .values > div { display: grid; grid-template-columns: minmax(0, 19rem) minmax(0, 1fr); gap: 0 1.25rem;
          padding: .3rem 0; border-top: 1px solid var(--line); }
        .values > div:first-child { border-top: 0; }
        .values dt { color: var(--faint); } .offset { margin-right: .35rem; color: var(--note); }
        .bytes > summary { cursor: pointer; list-style: none; } .bytes > summary::-webkit-details-marker { display: \
        none; }
        .bytes > summary::after { content: "+"; margin-left: .5rem; color: var(--link); font-weight: 600; }
        .bytes[open] > summary::after { content: "\\2212"; }
        .hex { margin-top: .3rem; padding: .5rem .65rem; border-radius: .35rem; background: var(--card); font-size: \
        .78rem;
          line-height: 1.5; white-space: pre-wrap; -webkit-user-select: all; user-select: all; }
        .cause-of-it { margin-top: .5rem; } .headline-of-it { font-weight: 600; }
        .headline-of-it code { font-weight: 400; } .cause-of-it .facts { margin-top: .3rem; }
        .cause-of-it .advice { margin-top: .6rem; padding-block: .15rem; font-size: .9rem; }
        .links { display: flex; flex-wrap: wrap; gap: .15rem .5rem; margin-top: .6rem; font-size: .875rem; }
        .links li + li::before { content: "←"; margin-right: .5rem; color: var(--faint); }
        .links .mark { margin-right: .3rem; }
        .try { margin-top: 1.1rem; } .try h4 { font-size: .875rem; font-weight: 600; color: var(--note); }
        .command { margin-top: .35rem; padding: .6rem .8rem; border: 1px solid var(--line); border-radius: .4rem;
          overflow-x: auto; font-size: .82rem; line-height: 1.6; overflow-wrap: normal; }
        .checks { margin-top: 1.1rem; font-size: .93rem; }
        .checks li { display: grid; grid-template-columns: auto minmax(0, 1fr) minmax(0, auto); gap: 0 .6rem;
          padding: .3rem 0; border-top: 1px solid var(--line); }
        .checks .mark { margin-top: .32em; } .answer { font-weight: 600; text-align: right; }
        .checks .missed .answer { color: var(--bad); }
        @media (max-width: 36rem) {
          .lesson { gap: 2.5rem; } .step-of-lesson { padding: 1rem .9rem; } .exhibit { padding: .7rem .75rem; }
          .values > div { grid-template-columns: minmax(0, 1fr); }
          .station { grid-template-columns: minmax(0, 1fr); } .ways { margin: .4rem 0 0 .6rem; }
          .checks li { grid-template-columns: auto minmax(0, 1fr); } .answer { grid-column: 2; text-align: left; }
        }
        @media print {
          .step-of-lesson { padding: .6rem 0; border-width: 1px 0 0; border-radius: 0; }
          .exhibit { padding-inline: 0; background: none; } .hex { display: none; }
          .chapter + .chapter { break-before: page; } .checks li, .values > div, .cause-of-it { break-inside: avoid; }
          .station { break-inside: avoid; } .asked > summary { padding-inline: 0; border: 0; }
          .asked > summary::after { display: none; }
          .command { white-space: pre-wrap; overflow-wrap: anywhere; }
        }
        """
}
