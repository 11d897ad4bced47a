/// The style sheet of a page: light and dark, on a phone and on paper, without anything fetched.
package enum PageStyle {
    /// The whole sheet. Later parts override earlier ones, paper everything.
    package static let sheet = [colours, base, overview, target, chain, facts, small, paper].joined(separator: "\n")

    /// Every pair of ink and ground has a contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3), in both schemes.
    private static let colours = """
        :root { color-scheme: light dark; --page: #f5f5f2; --card: #fff; --well: #f3f4f4; --ink: #1d232c;
          --faint: #59626f; --line: #dcdfe3; --edge: #8b939f; --link: #1f5694; --good: #17663f; --good-wash: #e6f2eb;
          --bad: #ab261d; --bad-wash: #fbecea; --warn: #7d5000; --warn-wash: #fbf2dd; --note: #3c5a86; --step: \
          #6d8db6; }
        @media (prefers-color-scheme: dark) {
          :root { --page: #111419; --card: #191d24; --well: #21262e; --ink: #e3e7ed; --faint: #9ba5b3; --line: #303742;
            --edge: #6a7483; --link: #8dbcf0; --good: #76d09d; --good-wash: #16291f; --bad: #ff978d; --bad-wash: \
            #321c1b;
            --warn: #e6bd66; --warn-wash: #2d2514; --note: #9dbbe6; --step: #5d7fab; }
        }
        """

    private static let base = """
        *, ::before, ::after { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
        body { margin: 0 auto; max-width: 72rem; padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 3rem; background: var(--page);
          color: var(--ink); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", \
          "PingFang SC",
          "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif; overflow-wrap: \
          anywhere; }
        :lang(zh) { line-height: 1.7; line-break: strict; }
        h1, h2, h3, h4, p, dl, dd, ul, ol, pre { margin: 0; padding: 0; font: inherit; }
        ul, ol { list-style: none; }
        a { color: var(--link); text-underline-offset: .15em; }
        :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
        code, pre, .copy { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono",
          monospace; font-size: .86em; }
        .faint, .lead { color: var(--faint); }
        .mark { width: 1em; height: 1em; flex: none; fill: none; stroke: currentColor; stroke-width: 2;
          stroke-linecap: round; stroke-linejoin: round; vertical-align: -.14em; }
        .mark.good { color: var(--good); } .mark.bad { color: var(--bad); }
        .mark.warning { color: var(--warn); } .mark.note { color: var(--note); }
        .mark.anchor { stroke-width: 1.4; }
        .definitions { position: absolute; }
        :root:has(#language-en:checked) span[lang="zh-Hans"], :root:has(#language-zh-Hans:checked) span[lang="en"]
          { display: none; }
        @supports not selector(:has(*)) {
          html[lang="en"] span[lang="zh-Hans"], html[lang="zh-Hans"] span[lang="en"] { display: none; }
        }
        .top { display: grid; grid-template-columns: 1fr auto; align-items: center; gap: .75rem 1rem; }
        .brand { display: flex; align-items: center; gap: .4rem; font-weight: 600; letter-spacing: .02em;
          color: var(--faint); }
        h1 { grid-column: 1 / -1; font-size: clamp(1.5rem, 1.2rem + 1.4vw, 2.1rem); font-weight: 650; line-height: 1.2;
          letter-spacing: -.012em; text-wrap: balance; }
        .language { display: flex; margin: 0; padding: 2px; border: 1px solid var(--line); border-radius: 999px;
          background: var(--card); font-size: .875rem; }
        .language legend, .language input { position: absolute; width: 1px; height: 1px; margin: 0; padding: 0;
          overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
        .language b { display: block; min-width: 4.25rem; padding: .3rem .75rem; border-radius: 999px; font-weight: 500;
          text-align: center; line-height: 1.4; color: var(--faint); cursor: pointer; }
        .language input:checked + label b { background: var(--ink); color: var(--card); }
        .language input:focus-visible + label b { outline: 2px solid var(--link); outline-offset: 2px; }
        footer { margin-top: 2.5rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--faint);
          font-size: .875rem; }
        """

    private static let overview = """
        .overview { margin: 1rem 0 1.75rem; }
        .overview > .faint { font-size: .875rem; }
        .counts { display: flex; flex-wrap: wrap; gap: .5rem 2.25rem; margin: 1.1rem 0 .75rem; }
        .counts div { display: flex; flex-direction: column-reverse; }
        .counts dt { color: var(--faint); font-size: .875rem; }
        .counts dd { font-size: 2.1rem; font-weight: 600; line-height: 1.15; letter-spacing: -.02em;
          font-variant-numeric: tabular-nums; }
        .counts .good dd { color: var(--good); } .counts .bad dd { color: var(--bad); }
        nav { margin-top: 1.25rem; padding: .9rem 1.1rem; border: 1px solid var(--line); border-radius: .6rem;
          background: var(--card); }
        nav h2 { margin-bottom: .35rem; font-weight: 600; }
        nav li { display: grid; grid-template-columns: auto minmax(0, max-content) 1fr; gap: .1rem .6rem; padding: \
        .15rem 0; }
        nav li .mark { margin-top: .35em; }
        """

    private static let target = """
        main { display: grid; gap: .6rem; grid-template-columns: minmax(0, 1fr); }
        .target { border: 1px solid var(--line); border-radius: .6rem; background: var(--card); }
        .target > summary { display: grid; grid-template-columns: auto minmax(0, 1fr) auto auto; align-items: center;
          gap: .15rem 1rem; padding: .7rem 1.1rem; border-radius: .6rem; cursor: pointer; list-style: none; }
        .list { gap: 0; } .list .target + .target { border-top-width: 0; } .list .target { border-radius: 0; }
        .list .target:first-child { border-radius: .6rem .6rem 0 0; }
        .list .target:last-child { border-radius: 0 0 .6rem .6rem; }
        .list .target > summary { padding-block: .5rem; }
        .target > summary::-webkit-details-marker { display: none; }
        .target > summary > .mark { width: 1.6rem; height: 1.6rem; padding: .32rem; border-radius: 50%; }
        .target > summary > .good { background: var(--good-wash); } .target > summary > .bad { background: \
        var(--bad-wash); }
        .target > summary > .warning { background: var(--warn-wash); }
        .target > summary::after { content: ""; width: .5rem; height: .5rem; margin: 0 .2rem .2rem; transform: \
        rotate(45deg);
          border: solid var(--edge); border-width: 0 2px 2px 0; transition: transform .15s; }
        .target[open] > summary::after { transform: translateY(.25rem) rotate(225deg); }
        .target[open] > summary { border-radius: .6rem .6rem 0 0; }
        .target > summary:hover h2 { text-decoration: underline; text-decoration-thickness: 1px;
          text-underline-offset: .2em; }
        .target h2 { font-weight: 620; line-height: 1.35; }
        .cause { color: var(--faint); font-size: .9rem; line-height: 1.45; }
        .cause b { font-weight: 600; } .trusted .cause b { color: var(--good); } .refused .cause b { color: \
        var(--bad); }
        .outcome { display: flex; align-items: center; gap: .15rem 1rem; }
        .exit { color: var(--faint); font-size: .875rem; white-space: nowrap; font-variant-numeric: tabular-nums; }
        .expectation { display: flex; align-items: center; gap: .35rem; font-size: .875rem; white-space: nowrap;
          color: var(--good); } .missed { color: var(--bad); }
        .content { padding: 1.1rem; border-top: 1px solid var(--line); scroll-margin-top: 5rem; }
        .comparison { margin-bottom: 1.1rem; color: var(--ink); }
        .comparison .facts { margin-top: .35rem; } .story { color: var(--faint); }
        .comparison.missed { padding: .75rem 1rem; border-left: 3px solid var(--bad); background: var(--bad-wash); }
        .verdict { max-width: 46rem; margin-bottom: 1.5rem; }
        .verdict > * + * { margin-top: .5rem; }
        .headline { font-size: 1.3rem; font-weight: 620; line-height: 1.35; letter-spacing: -.005em; text-wrap: \
        balance; }
        .refused .headline b { color: var(--bad); } .trusted .headline b { color: var(--good); } .headline b { \
        font-weight: inherit; }
        .original { color: var(--faint); font-size: .9rem; }
        .original bdi { display: inline-block; } .original bdi::first-letter { text-transform: uppercase; }
        .advice { padding: .6rem 0 .6rem .9rem; border-left: 3px solid var(--note); }
        .advice h3 { color: var(--note); font-size: .875rem; font-weight: 600; }
        .callout { max-width: 46rem; margin: -.25rem 0 1.5rem; padding: .75rem 1rem; border-radius: .5rem;
          background: var(--well); } .callout h3 { font-weight: 620; } .callout > * + * { margin-top: .3rem; }
        .callout.warned { background: var(--warn-wash); } .overridden { color: var(--warn); font-size: .9rem; }
        .libraries { padding-left: 1rem; color: var(--faint); font-size: .875rem; list-style: disc; }
        .columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 22.5rem); gap: 1.5rem 2.25rem;
          align-items: start; }
        .block + .block { margin-top: 1.75rem; }
        .block > h3 { margin-bottom: .6rem; font-weight: 620; }
        .block h4.aside { margin: 1.1rem 0 .5rem; color: var(--faint); font-size: .9rem; }
        .caption { margin: -.45rem 0 .7rem; color: var(--faint); font-size: .85rem; }
        .finding { padding: .8rem 0; border-top: 1px solid var(--line); }
        .finding h4 { line-height: 1.45; } .finding h4 .mark { margin-right: .4rem; }
        .finding h4 code { color: var(--faint); } .finding h4 b { font-weight: 600; }
        .error > h4 b { color: var(--bad); } .warning > h4 b { color: var(--warn); } .note > h4 b { color: \
        var(--note); }
        .finding .facts, .finding .original { margin-top: .4rem; }
        .finding .advice { margin-top: .6rem; padding-block: .1rem; font-size: .9rem; }
        .misses, .timestamps, .statuses { margin-top: .5rem; }
        .misses li, .timestamps li, .statuses li {
            padding: .5rem 0; border-top: 1px solid var(--line); font-size: .9rem;
        }
        .why { color: var(--faint); } .why .mark, .timestamps .mark, .statuses .mark { margin-right: .35rem; }
        """
}
