/** The reference's only style sheet. Every pair of text and ground is at least 4.5:1 (source: WCAG 2.2, 1.4.3). */
export const referenceStyle = `
:root { color-scheme: light dark; --ground: #fdfcfa; --panel: #f3f0ea; --text: #1f2328; --soft: #57606a;
  --line: #d9d4ca; --accent: #8a3b12; --code: #2b2f36; --get: #0b6b3a; --post: #7a3e00; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #15171a; --panel: #1e2126; --text: #e8e6e1; --soft: #a9afb8;
    --line: #363b43; --accent: #f0a876; --code: #e2e6ec; --get: #6bd49b; --post: #f2b36b; }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--ground); color: var(--text);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: break-word; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--ground); padding: .5rem 1rem; outline: 2px solid var(--accent); }
a { color: var(--accent); text-underline-offset: .15em; }
a:focus-visible, pre:focus-visible, .scroll:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
header, footer { padding: 2rem clamp(1rem, 4vw, 3rem); }
header { border-bottom: 1px solid var(--line); }
header p { margin: .25rem 0 0; color: var(--soft); max-width: 44rem; }
footer { border-top: 1px solid var(--line); color: var(--soft); }
.page { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem 3rem; padding: 1.5rem clamp(1rem, 4vw, 3rem); }
main { max-width: 54rem; min-width: 0; }
nav ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
nav a { display: inline-block; padding: .25rem 0; }
@media (min-width: 62rem) {
  .page { grid-template-columns: 13rem minmax(0, 1fr); }
  nav { position: sticky; top: 1rem; align-self: start; }
  nav ul { flex-direction: column; }
}
h1 { margin: 0; font-size: 2rem; line-height: 1.2; }
h2 { margin: 2.5rem 0 .75rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 1.4rem; line-height: 1.3; }
main > section:first-child h2 { margin-top: 0; border-top: 0; padding-top: 0; }
h3 { margin: 1.5rem 0 .5rem; font-size: 1.05rem; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .9em; color: var(--code); }
code { background: var(--panel); padding: .1em .3em; border-radius: .25rem; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; overflow-x: auto; line-height: 1.5; }
pre code { background: none; padding: 0; font-size: 1em; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; }
@media (max-width: 40rem) { table { font-size: .85rem; } td { overflow-wrap: anywhere; } tbody th { overflow-wrap: anywhere; min-width: 7rem; } }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); font-weight: 600; }
.method { font-weight: 700; margin-right: .5rem; }
.get { color: var(--get); }
.post { color: var(--post); }
.soft { color: var(--soft); }
@media print { nav, .skip { display: none; } }
`;
