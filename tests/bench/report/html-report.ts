import { html, type SafeHtml } from '#services/platform/html.ts';
import { plot } from './plot.ts';
import type { RunReport } from './run-report.ts';
import { goalsTable, loadsTable, sidesTable, type Table } from './tables.ts';

const styles = `body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
table { border-collapse: collapse; margin-bottom: 2rem; }
td, th { border-bottom: 1px solid #ccc; padding: .25rem .75rem .25rem 0; text-align: left; vertical-align: top; }
figure { display: inline-block; margin: 0 1.5rem 1.5rem 0; }
.round { fill: #0b6b5a; } .growth { fill: none; stroke: #0b6b5a; stroke-width: 2; }
.limit { stroke: #b3361e; stroke-dasharray: 4; } .axis { stroke: #999; } text { font-size: 12px; }`;

/** Returns a self-contained page with the tables of a run and a plot for each goal. */
export function htmlReport(report: RunReport): SafeHtml {
  const { machine, outcomes } = report;
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Benchmarks ${report.startedAt}</title>
<style>${styles}</style>
<h1>Benchmarks</h1>
<p>${report.startedAt}, ${machine.cores} cores (${machine.cpu}), Node ${machine.node}, ${report.command}</p>
<h2>Goals</h2>
${table(goalsTable(outcomes))}
<h2>Rounds</h2>
${outcomes.map(
  (outcome) =>
    outcome.measurement &&
    html`<figure><figcaption>${outcome.goal.id}: ${outcome.goal.what}</figcaption>${plot(outcome)}</figure>`,
)}
<h2>Processes</h2>
${table(sidesTable(outcomes))}
<h2>Machine</h2>
${table(loadsTable(report))}
${outcomes.map(({ goal, measurement }) => measurement?.note && html`<p>${goal.id}: ${measurement.note}</p>`)}
</html>
`;
}

function table({ headings, rows }: Table): SafeHtml {
  return html`<table>
<tr>${headings.map((heading) => html`<th>${heading}</th>`)}</tr>
${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}
</table>`;
}
