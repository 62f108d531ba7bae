#pragma once

/// The style of the report: follows the reader's light or dark setting, and prints black on white, a case not torn
/// apart.

namespace isotherm::validate {

inline constexpr const char* page_style = R"(
:root { color-scheme: light dark; --paper: #fff; --ink: #1d2433; --soft: #667085; --rule: #d5dae3; --panel: #f7f8fa;
  --link: #1f5fbf; --good: #17713a; --bad: #b3261e;
  --s0: #0b63ce; --s1: #c8401c; --s2: #14804a; --s3: #8a3fc0; --s4: #b07900; --s5: #0e8a94; --s6: #c2255c; --s7: #5b6675; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #12161d; --ink: #e3e8f0; --soft: #9aa5b5; --rule: #343c49; --panel: #191f29; --link: #7db2ff;
    --good: #5fd08c; --bad: #ff8a80;
    --s0: #6cb0ff; --s1: #ff9468; --s2: #5fd08c; --s3: #c89bff; --s4: #eec053; --s5: #57cfd9; --s6: #ff8fb6; --s7: #a9b4c3; } }
body { margin: 0 auto; padding: 1.5rem; max-width: 1200px; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
h1 { font-size: 1.7rem; margin: 0 0 .3rem; }
h2 { font-size: 1.25rem; margin: 0 0 .6rem; border-bottom: 1px solid var(--rule); padding-bottom: .3rem; }
h2 small { font-weight: normal; color: var(--soft); margin-left: .4rem; }
h2 .holds, h2 .misses { float: right; font-size: 1rem; }
a { color: var(--link); }
.facts, .up { color: var(--soft); }
section { margin: 2.5rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0 0 1rem; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.formula { font-family: "STIX Two Text", "Cambria", "DejaVu Serif", Georgia, serif; font-size: 1.08em; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(330px, 1fr)); gap: 1rem; margin-bottom: 1rem; }
.chart { width: 100%; max-width: 560px; background: var(--panel); border-radius: 6px; align-self: start; }
.chart text { fill: var(--ink); font-size: 11px; } .chart text.title { font-size: 12px; font-weight: 600; }
.frame { fill: none; stroke: var(--soft); } .grid { stroke: var(--rule); stroke-width: .7; }
.line { fill: none; stroke-width: 1.6; } .dashed { stroke-dasharray: 5 4; }
.line.ink { stroke: var(--ink); } .dot.ink { fill: var(--ink); }
.line.s0 { stroke: var(--s0); } .dot.s0 { fill: var(--s0); } .line.s1 { stroke: var(--s1); } .dot.s1 { fill: var(--s1); }
.line.s2 { stroke: var(--s2); } .dot.s2 { fill: var(--s2); } .line.s3 { stroke: var(--s3); } .dot.s3 { fill: var(--s3); }
.line.s4 { stroke: var(--s4); } .dot.s4 { fill: var(--s4); } .line.s5 { stroke: var(--s5); } .dot.s5 { fill: var(--s5); }
.line.s6 { stroke: var(--s6); } .dot.s6 { fill: var(--s6); } .line.s7 { stroke: var(--s7); } .dot.s7 { fill: var(--s7); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { text-align: left; padding: .15rem .6rem .15rem 0; border-bottom: 1px solid var(--rule); white-space: nowrap; }
th { color: var(--soft); font-weight: 600; } .n { text-align: right; font-variant-numeric: tabular-nums; }
.summary td:nth-child(2) { white-space: normal; }
.holds { color: var(--good); } .misses { color: var(--bad); font-weight: 700; }
@media print {
  :root { --paper: #fff; --ink: #000; --soft: #444; --rule: #bbb; --panel: #fff; --link: #000; --good: #000; --bad: #000;
    --s0: #0b63ce; --s1: #c8401c; --s2: #14804a; --s3: #8a3fc0; --s4: #b07900; --s5: #0e8a94; --s6: #c2255c; --s7: #5b6675; }
  body { max-width: none; padding: 0; font-size: 10pt; } table { font-size: 8pt; } .up { display: none; }
  .charts { grid-template-columns: 1fr 1fr; } .chart, h2, dl { break-inside: avoid; } h2, dl { break-after: avoid; }
  tr { break-inside: avoid; } }
)";

} // namespace isotherm::validate
