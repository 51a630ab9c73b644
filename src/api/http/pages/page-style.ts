/** Style sheet of the server's own pages. */
export const PAGE_STYLE = `:root {
  --ground: #fbfaf8; --paper: #fff; --ink: #22201d; --soft: #6b655d; --line: #e2ddd5; --accent: #8a3b12; --bad: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root { --ground: #191714; --paper: #221f1b; --ink: #ece7df; --soft: #a49c90; --line: #39342d; --accent: #e09a6c; --bad: #f2b8b5; }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 12vh 1.5rem 3rem; }
header { display: flex; align-items: center; gap: .9rem; }
h1 { font: 600 2.2rem/1 ui-serif, Georgia, serif; letter-spacing: -.01em; margin: 0; }
.lead { color: var(--soft); font-size: 1.1rem; margin: .9rem 0 2rem; }
nav { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: 1rem; }
.card { display: block; padding: 1.1rem 1.3rem; background: var(--paper); border: 1px solid var(--line); border-radius: .6rem; color: inherit; text-decoration: none; }
.card:hover, .card:focus-visible { border-color: var(--accent); }
.card strong { display: block; color: var(--accent); font-size: 1.1rem; }
.card span { color: var(--soft); font-size: .95rem; }
section { margin: 2rem 0; }
label { display: block; font-size: .9rem; color: var(--soft); margin-bottom: .3rem; }
.row { display: flex; gap: .6rem; }
input { flex: 1; min-width: 0; font: inherit; padding: .45rem .7rem; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: .4rem; }
button { font: inherit; padding: .45rem 1rem; color: var(--paper); background: var(--accent); border: 0; border-radius: .4rem; cursor: pointer; }
button:focus-visible, input:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code { font: .9em ui-monospace, monospace; }
a { color: var(--accent); }
.problem { color: var(--bad); }
footer { display: flex; flex-wrap: wrap; gap: .4rem 1.5rem; border-top: 1px solid var(--line); padding-top: 1rem; color: var(--soft); font-size: .9rem; }
`;

/** The server's mark: a printer's lozenge. */
export const PAGE_ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">
<rect width="40" height="40" rx="9" fill="#8a3b12"/>
<path d="M20 6 34 20 20 34 6 20Z" fill="none" stroke="#fbfaf8" stroke-width="2.5" stroke-linejoin="round"/>
<path d="M25.5 16.2a6.8 6.8 0 1 0 0 7.6" fill="none" stroke="#fbfaf8" stroke-width="2.8" stroke-linecap="round"/>
</svg>
`;
