/** The systems' fonts by name, because `system-ui` is a serif where no desktop is set up; light and dark, nothing from elsewhere. */
export const style = `
:root {
  color-scheme: light dark;
  --ink: #14171f; --dim: #565d6d; --paper: #fff; --raised: #f6f7f9; --line: #dfe2e8; --code: #f4f5f8;
  --accent: #1257c9; --tint: #e9f0fd; --key: #7a2fa0; --text: #0b6b3a; --number: #9a4a00; --note: #5d6575;
  --get: #0b63a5; --post: #146c3b; --delete: #a62626; --ok: #146c3b; --bad: #a62626;
  --bar: 3.5rem;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e7e9ef; --dim: #a1a8b8; --paper: #111318; --raised: #181b22; --line: #2b303b; --code: #191d25;
    --accent: #8ab4ff; --tint: #1b2740; --key: #d3a6f5; --text: #8fd6a8; --number: #f0b27a; --note: #98a0b1;
    --get: #7cc0f5; --post: #86d6a4; --delete: #f2a0a0; --ok: #86d6a4; --bad: #f2a0a0;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: calc(var(--bar) + 1rem); }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 -apple-system, 'Segoe UI', Roboto, Cantarell, Ubuntu, 'Noto Sans', 'DejaVu Sans', sans-serif; -webkit-text-size-adjust: 100%; }
a { color: var(--accent); text-underline-offset: 0.15em; text-decoration-thickness: 1px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.skip { position: fixed; left: 1rem; top: -4rem; z-index: 3; padding: 0.5rem 1rem; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; }
.skip:focus { top: 0.5rem; }

.bar { position: sticky; top: 0; z-index: 2; display: flex; align-items: center; gap: 1.25rem; height: var(--bar); padding: 0 1.5rem; background: var(--paper); border-bottom: 1px solid var(--line); }
.brand { font-weight: 650; letter-spacing: -0.01em; color: var(--ink); text-decoration: none; white-space: nowrap; }
.menu { display: none; }
.pages { display: flex; gap: 1.25rem; margin-left: auto; font-size: 0.9rem; white-space: nowrap; }
.pages a { color: var(--dim); text-decoration: none; padding: 0.35rem 0; }
.pages a:hover { color: var(--ink); }
.pages a[aria-current] { color: var(--ink); font-weight: 600; box-shadow: inset 0 -2px var(--accent); }
.search { position: relative; flex: 0 1 24rem; margin-left: clamp(0rem, 4vw, 6rem); }
.search[hidden] { display: none; }
.search input { width: 100%; height: 2.25rem; padding: 0 2.25rem 0 0.75rem; font: inherit; font-size: 0.9rem; color: inherit; background: var(--raised); border: 1px solid var(--line); border-radius: 8px; }
.search input::placeholder { color: var(--dim); opacity: 1; }
.search kbd { position: absolute; right: 0.6rem; top: 0.5rem; font: 0.75rem/1.2rem ui-monospace, monospace; color: var(--dim); border: 1px solid var(--line); border-radius: 4px; padding: 0 0.35rem; pointer-events: none; }
.found { position: absolute; top: calc(100% + 0.4rem); left: 0; width: min(34rem, calc(100vw - 2rem)); max-height: 70vh; overflow-y: auto; padding: 0.5rem; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; box-shadow: 0 12px 32px rgb(0 0 0 / 0.18); }
.found[hidden] { display: none; }
.found p { margin: 0.25rem 0.6rem 0.5rem; font-size: 0.8rem; color: var(--dim); }
.found ul { list-style: none; margin: 0; padding: 0; }
.found a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 1rem; padding: 0.4rem 0.6rem; border-radius: 6px; color: inherit; text-decoration: none; font-size: 0.9rem; }
.found a:hover, .found a:focus { background: var(--tint); }
.found b { font-weight: 550; overflow-wrap: anywhere; }
.found span { color: var(--dim); font-size: 0.8rem; }
.found mark { background: var(--tint); color: var(--ink); font-weight: 600; border-radius: 3px; }
.found small { grid-column: 1 / -1; color: var(--dim); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }

.page { display: grid; grid-template-columns: 15.5rem minmax(0, 1fr); max-width: 96rem; margin: 0 auto; }
.contents { position: sticky; inset: auto; top: var(--bar); display: block; width: auto; height: calc(100vh - var(--bar)); margin: 0; padding: 1.5rem 1rem 3rem 1.5rem; overflow-y: auto; overscroll-behavior: contain; border: 0; border-right: 1px solid var(--line); background: none; color: inherit; font-size: 0.875rem; line-height: 1.4; scrollbar-width: thin; }
.contents h2, .contents summary { margin: 0 0 0.35rem; padding: 0.15rem 0; border: 0; font-size: 0.8rem; font-weight: 600; letter-spacing: 0; color: var(--dim); cursor: default; }
.contents summary { cursor: pointer; }
.contents summary:hover { color: var(--ink); }
.contents ul { list-style: none; margin: 0 0 1.25rem; padding: 0; }
.contents details:not([open]) { margin-bottom: 0.5rem; }
.contents a { display: block; padding: 0.3rem 0.6rem; margin-left: -0.6rem; border-radius: 6px; color: var(--ink); text-decoration: none; overflow-wrap: anywhere; }
.contents ul ul { margin: 0 0 0.75rem 0.35rem; padding-left: 0.9rem; border-left: 1px solid var(--line); font-size: 0.82rem; }
.contents a:hover { background: var(--raised); }
.contents a[aria-current] { background: var(--tint); color: var(--accent); font-weight: 550; }
.contents .close { display: none; }

main { padding: 2.5rem clamp(1.5rem, 4vw, 3.5rem) 6rem; min-width: 0; outline: 0; }
h1 { margin: 0 0 0.75rem; font-size: 2.25rem; line-height: 1.15; letter-spacing: -0.025em; text-wrap: balance; }
h2 { margin: 3rem 0 0.9rem; font-size: 1.45rem; line-height: 1.2; letter-spacing: -0.02em; }
h3 { margin: 2.25rem 0 0.6rem; font-size: 1.15rem; line-height: 1.3; letter-spacing: -0.01em; }
h4 { margin: 1.75rem 0 0.5rem; font-size: 0.9rem; line-height: 1.4; }
p { margin: 0 0 1rem; }
main > p, main > ul, main > ol, .text p, .text ul { max-width: 44rem; }
main > pre, main > .copyable, main > .head, main > .sample { max-width: 56rem; }
.lead { font-size: 1.1rem; text-wrap: pretty; color: var(--dim); max-width: 44rem; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 1px; max-width: 56rem; margin: 1.5rem 0 0; padding: 0; overflow: hidden; background: var(--line); border: 1px solid var(--line); border-radius: 10px; }
.facts div { padding: 0.75rem 1rem; background: var(--paper); }
.facts dt { font-size: 0.8rem; color: var(--dim); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
main li { margin: 0.35rem 0; }
small, .dim { color: var(--dim); }
.whole { white-space: nowrap; }

code, pre { font: 0.85em/1.6 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; tab-size: 2; }
code { background: var(--code); border-radius: 4px; padding: 0.12em 0.35em; overflow-wrap: anywhere; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
h1 code, h2 code, h3 code, h4 code { font-size: 0.92em; background: none; padding: 0; }
pre { margin: 0 0 1.25rem; padding: 0.9rem 1rem; background: var(--code); border: 1px solid var(--line); border-radius: 8px; overflow-x: auto; font-size: 0.8125rem; }
pre code { background: none; padding: 0; overflow-wrap: normal; font-size: inherit; }
pre.message { white-space: pre-wrap; overflow-wrap: anywhere; }
pre.message code { overflow-wrap: inherit; }
.k { color: var(--key); } .s { color: var(--text); } .n { color: var(--number); } .c { color: var(--note); font-style: italic; }
.copyable { position: relative; margin: 0 0 1.25rem; }
.copyable pre { margin: 0; }
.copy { position: absolute; top: 0.4rem; right: 0.4rem; min-width: 3.6rem; }
button { font: inherit; font-size: 0.8rem; line-height: 1.4; color: var(--dim); background: var(--paper); border: 1px solid var(--line); border-radius: 6px; padding: 0.2rem 0.6rem; min-height: 1.75rem; cursor: pointer; }
button:hover { color: var(--ink); border-color: var(--dim); }
.choose { display: none; gap: 0.25rem; }
[data-shown] .choose { display: flex; }
.choose button { border-color: transparent; background: none; }
[data-shown='curl'] .choose [data-choose='curl'], [data-shown='javascript'] .choose [data-choose='javascript'], [data-shown='python'] .choose [data-choose='python'] { background: var(--tint); color: var(--accent); font-weight: 600; }
[data-shown='curl'] .sample:not([data-language='curl']), [data-shown='javascript'] .sample:not([data-language='javascript']), [data-shown='python'] .sample:not([data-language='python']) { display: none; }

.operation { margin: 0; padding: 2.5rem 0 1.5rem; border-top: 1px solid var(--line); display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 2.5rem; }
.operation h2 { margin: 0 0 0.6rem; padding: 0; border: 0; font-size: 1.35rem; letter-spacing: -0.015em; }
.operation h3 { margin: 1.5rem 0 0.4rem; font-size: 0.9rem; line-height: 1.4; letter-spacing: 0; }
.address { margin: 0 0 1rem; font: 0.85rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
.address b { display: inline-block; margin-right: 0.6rem; padding: 0 0.5rem; border: 1px solid currentColor; border-radius: 5px; font-weight: 650; font-size: 0.75rem; }
.GET b { color: var(--get); } .POST b, .PATCH b, .PUT b { color: var(--post); } .DELETE b { color: var(--delete); }
.head { display: flex; justify-content: space-between; align-items: center; gap: 1rem; margin: 0 0 0.4rem; font-size: 0.85rem; }
.operation .head h3 { margin: 0; }
.head .choose { margin-left: auto; }
.code details { margin: 0 0 0.75rem; }
.code summary { padding: 0.2rem 0; cursor: pointer; color: var(--dim); font-size: 0.85rem; }
.code summary:hover { color: var(--ink); }
.code pre { max-height: 32rem; overflow-y: auto; }
@media (min-width: 68rem) {
  .operation { grid-template-columns: minmax(0, 1fr) minmax(0, 28rem); }
  .operation .code { position: sticky; top: calc(var(--bar) + 1rem); align-self: start; }
}
.fields { list-style: none; margin: 0 0 1rem; padding: 0; border-top: 1px solid var(--line); max-width: 56rem; }
.fields li { margin: 0; padding: 0.6rem 0; border-bottom: 1px solid var(--line); font-size: 0.92rem; }
.fields p { margin: 0.15rem 0 0; color: var(--dim); }
.fields .type { color: var(--dim); font-size: 0.85rem; margin-left: 0.35rem; }
.fields .need { color: var(--number); font-size: 0.8rem; margin-left: 0.35rem; }
.errors { display: flex; flex-wrap: wrap; gap: 0.35rem; list-style: none; margin: 0; padding: 0; }
.errors li { margin: 0; }
.errors a { display: inline-block; min-height: 1.5rem; text-decoration: none; font-size: 0.85rem; border: 1px solid var(--line); border-radius: 6px; padding: 0 0.5rem; color: var(--dim); }
.errors a:hover { color: var(--accent); border-color: var(--accent); }
.errors code { background: none; padding: 0; overflow-wrap: anywhere; }
.status { font: 650 0.8rem/1.5 ui-monospace, monospace; color: var(--bad); margin-left: 0.5rem; }
.schemas > div, .problem { max-width: 56rem; }
.problem h2 { margin-top: 2.25rem; padding-top: 1.75rem; border-top: 1px solid var(--line); font-size: 1.15rem; }
.problem p { max-width: 44rem; }
.status.good { color: var(--ok); }
.schema { max-width: 56rem; border-top: 1px solid var(--line); }
.schema summary { padding: 0.6rem 0; cursor: pointer; }
.schema summary h3 { display: inline; margin: 0; font-size: 1rem; }
.cards { list-style: none; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 0.75rem; max-width: 56rem; margin: 1.5rem 0 0; padding: 0; }
main .cards li { margin: 0; }
.cards a { display: grid; align-content: start; height: 100%; padding: 0.9rem 1rem; border: 1px solid var(--line); border-radius: 10px; color: var(--dim); text-decoration: none; }
.cards a:hover { border-color: var(--accent); }
.cards b { color: var(--accent); font-weight: 600; }
.pager { display: flex; justify-content: space-between; gap: 1rem; max-width: 56rem; margin: 4rem 0 0; padding-top: 1.5rem; border-top: 1px solid var(--line); }
.pager a { display: grid; color: var(--accent); text-decoration: none; }
.pager a:hover { text-decoration: underline; }
.pager .next { margin-left: auto; text-align: right; }
:target { scroll-margin-top: calc(var(--bar) + 1rem); }
.fields li:target, tr:target { background: var(--tint); box-shadow: -0.6rem 0 var(--tint), 0.6rem 0 var(--tint); }

table { border-collapse: collapse; width: 100%; max-width: 56rem; margin: 0.5rem 0 1.25rem; font-size: 0.92rem; }
th, td { text-align: left; vertical-align: top; padding: 0.5rem 1rem 0.5rem 0; border-bottom: 1px solid var(--line); font-weight: normal; overflow-wrap: anywhere; }
thead th { color: var(--dim); font-size: 0.8rem; font-weight: 600; }
th[scope='row'] { min-width: 8rem; }
td:last-child { min-width: 10rem; }

@media (max-width: 60rem) {
  .bar { gap: 0.75rem; padding: 0 1rem; }
  .menu { display: block; min-height: 2.25rem; }
  .pages { display: none; }
  .search { flex: 1 1 auto; margin-left: 0; }
  .search kbd { display: none; }
  .found { position: fixed; left: 1rem; top: calc(var(--bar) + 0.25rem); }
  .page { display: block; }
  .contents:not(:popover-open) { display: none; }
  .contents { position: fixed; inset: 0 auto 0 0; width: min(20rem, 86vw); height: 100dvh; max-height: none; padding: 1rem 1.25rem 3rem; background: var(--paper); border-right: 1px solid var(--line); }
  .contents::backdrop { background: rgb(0 0 0 / 0.45); }
  .contents .close { display: block; margin: 0 0 1rem auto; min-height: 2.25rem; }
  main { padding: 1.75rem 1rem 4rem; }
  h1 { font-size: 1.8rem; }
  h2 { margin-top: 3rem; font-size: 1.4rem; }
  table, thead, tbody, tr, th, td { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
  th, td { border: 0; padding: 0.1rem 0; }
}
@media (min-width: 60.01rem) { .contents .elsewhere { display: none; } th code { white-space: nowrap; } }
@media (hover: hover) and (pointer: fine) { .copy { opacity: 0; } .copyable:hover .copy, .copyable:focus-within .copy { opacity: 1; } }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print { .bar, .contents, .copy, .choose { display: none; } .page { display: block; } }
`;
