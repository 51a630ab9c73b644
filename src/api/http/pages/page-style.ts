/** Typefaces of the web interface for the server's other pages, by the beginnings of the names of their files. */
const FACES = [
  { family: 'Inter Variable', weight: '100 900', file: 'inter-latin-wght-normal-' },
  { family: 'Source Serif 4', weight: '600', file: 'source-serif-4-latin-600-normal-' },
  { family: 'JetBrains Mono', weight: '400', file: 'jetbrains-mono-latin-400-normal-' },
] as const;

/** Style sheet with the typefaces; empty without the web interface, to which their files belong. `names`: of the built files. */
export function typefaceStyle(names: readonly string[]): string {
  const rules = FACES.flatMap(({ family, file, weight }) => {
    const found = names.find((name) => name.startsWith(file) && name.endsWith('.woff2'));
    return found === undefined
      ? []
      : [
          `@font-face { font-family: '${family}'; font-weight: ${weight}; font-display: swap; src: url('web/${found}') format('woff2'); }`,
        ];
  });
  return rules.join('\n');
}

/** Style sheet of the server's own pages. */
export const PAGE_STYLE = `:root {
  --ground: #fbfaf8; --paper: #fff; --ink: #22201d; --soft: #6b655d; --line: #e2ddd5; --accent: #8a3b12; --bad: #b3261e; --edge: #8a8378;
}
@media (prefers-color-scheme: dark) {
  :root { --ground: #191714; --paper: #221f1b; --ink: #ece7df; --soft: #a49c90; --line: #39342d; --accent: #e09a6c; --bad: #f2b8b5; --edge: #7d766b; }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 14px/1.5 'Inter Variable', system-ui, sans-serif; }
main { margin: 0 auto; padding: 12vh 1.5rem 3rem; }
main.wide { max-width: 44rem; }
main.dialog { max-width: 25rem; margin: 12vh auto 3rem; padding: 2rem; background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; box-shadow: 0 1px 2px rgb(0 0 0 / 6%), 0 8px 24px rgb(0 0 0 / 6%); }
@media (max-width: 30rem) { main.dialog { margin: 0; min-height: 100dvh; padding: 2rem 1.25rem; border: 0; border-radius: 0; box-shadow: none; } }
header { display: flex; align-items: center; gap: .75rem; margin-bottom: 1.5rem; }
h1 { font: 600 1.375rem/1.25 'Source Serif 4', ui-serif, Georgia, serif; margin: 0; }
.lead { color: var(--soft); font-size: 1.1rem; margin: .9rem 0 2rem; }
nav { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: 1rem; }
.card { display: block; padding: 1.1rem 1.3rem; background: var(--paper); border: 1px solid var(--line); border-radius: .6rem; color: inherit; text-decoration: none; }
.card:hover, .card:focus-visible { border-color: var(--accent); }
.card strong { display: block; color: var(--accent); font-size: 1.1rem; }
.card span { color: var(--soft); font-size: .95rem; }
section { margin: 1rem 0; }
.dialog section { margin: 0; }
.dialog form button { width: 100%; }
.dialog .row button { width: auto; }
.sso { display: block; padding: .5rem 1rem; text-align: center; font-weight: 600; color: var(--paper); background: var(--accent); border-radius: .4rem; text-decoration: none; }
.or { display: flex; align-items: center; gap: .75rem; color: var(--soft); font-size: .8125rem; }
.or::before, .or::after { content: ''; flex: 1; border-top: 1px solid var(--line); }
details { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .8125rem; }
summary { cursor: pointer; }
label { display: block; font-size: .8125rem; color: var(--soft); margin-bottom: .3rem; }
.row { display: flex; gap: .6rem; }
input { flex: 1; width: 100%; min-width: 0; min-height: 2rem; font: inherit; padding: .45rem .7rem; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: .4rem; }
button { font: inherit; font-weight: 600; min-height: 2rem; padding: .45rem 1rem; color: var(--paper); background: var(--accent); border: 0; border-radius: .4rem; cursor: pointer; }
select { width: 100%; min-height: 2rem; font: inherit; padding: .45rem .7rem; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: .4rem; }
fieldset { margin: 1.25rem 0; padding: 0; border: 0; }
legend { margin-bottom: .6rem; padding: 0; font-weight: 600; }
.check { display: flex; gap: .6rem; align-items: flex-start; margin: 0 0 .6rem; color: var(--ink); }
.check input { flex: none; width: 1rem; height: 1rem; min-height: 0; margin: .1rem 0 0; accent-color: var(--accent); }
button.plain { color: var(--ink); background: none; border: 1px solid var(--edge); }
button:focus-visible, input:focus-visible, select:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code { font: .92em 'JetBrains Mono', ui-monospace, monospace; }
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
