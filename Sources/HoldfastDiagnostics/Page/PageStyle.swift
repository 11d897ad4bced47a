/// How the report looks: light and dark, on a phone and on paper, without anything fetched.
enum PageStyle {
    static let sheet = """
        :root { color-scheme: light dark; --page: #fff; --ink: #1b1f27; --line: #d8dce3; --faint: #5b6472;
          --good: #12703a; --bad: #b3261e; --card: #f6f7f9; }
        @media (prefers-color-scheme: dark) {
          :root { --page: #14161b; --ink: #e6e9ef; --line: #363b45; --faint: #9aa3b2; --good: #5fd38d; --bad: #ff8a80;
            --card: #1d2027; }
        }
        * { box-sizing: border-box; }
        body { margin: 0 auto; max-width: 64rem; padding: 1.5rem 1rem 4rem; line-height: 1.5;
          font-family: system-ui, sans-serif; background: var(--page); color: var(--ink); }
        h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
        p { margin: .25rem 0; }
        .faint { color: var(--faint); } .good { color: var(--good); } .bad { color: var(--bad); }
        .total { font-size: 1.1rem; margin: .75rem 0 1.25rem; }
        details { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; background: var(--card); }
        summary { display: grid; grid-template-columns: 13rem 1fr auto; gap: .25rem 1rem; padding: .6rem .9rem; cursor: pointer; }
        summary:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
        summary .name { font-weight: 600; overflow-wrap: anywhere; }
        .body { border-top: 1px solid var(--line); padding: .75rem .9rem; overflow-wrap: anywhere; }
        .finding { border-left: 3px solid var(--line); padding-left: .75rem; margin: .75rem 0; }
        .finding.error { border-color: var(--bad); }
        dl { display: grid; grid-template-columns: 7rem 1fr; gap: .1rem .75rem; margin: .35rem 0; }
        dt { color: var(--faint); } dd { margin: 0; }
        .chain { list-style: none; margin: .35rem 0; padding: 0; }
        .chain li { border-left: 1px solid var(--line); padding: .1rem 0 .1rem .75rem; }
        code { font-size: .85em; }
        @media (max-width: 40rem) {
          summary { grid-template-columns: 1fr; } dl { grid-template-columns: 1fr; } dd { margin-bottom: .35rem; }
        }
        @media print { details { break-inside: avoid; } }
        """
}
