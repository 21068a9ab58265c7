import { html, type SafeHtml } from '#services/platform/html.ts';
import type { RigReport } from './rig-report.ts';

const width = 1_000;
const left = 90;
const faultHeight = 14;
const curveHeight = 110;

/** Draws the faults of a run above its presses, approvals and backlog, on one axis of time. */
export function timeline({ faults, samples, startMs }: RigReport): SafeHtml {
  const endMs = samples.at(-1)?.atMs ?? startMs + 1;
  const x = (atMs: number) => left + ((atMs - startMs) / Math.max(1, endMs - startMs)) * (width - left);
  const kinds = [...new Set(faults.map(({ kind }) => kind))];
  const bars = faults.map(({ kind, startMs: from, endMs: to }) => {
    const until = to ?? endMs;
    return html`<rect class="fault" x="${x(from)}" y="${kinds.indexOf(kind) * faultHeight + 2}" height="${faultHeight - 4}"
      width="${Math.max(2, x(until) - x(from))}"><title>${kind}, ${Math.round((until - from) / 100) / 10} s</title></rect>`;
  });
  const top = kinds.length * faultHeight + 10;
  const curves = [
    { name: 'approved', values: samples.map(({ approved }) => approved) },
    { name: 'paid, not settled', values: samples.map(({ unsettled }) => unsettled) },
    { name: 'jobs due', values: samples.map(({ due }) => due) },
  ];
  const lines = curves.map(({ name, values }, index) => {
    const floor = top + (index + 1) * curveHeight - 14;
    const highest = Math.max(1, ...values);
    const points = values
      .map((value, at) => `${x(samples[at]?.atMs ?? 0)},${floor - (value / highest) * (curveHeight - 30)}`)
      .join(' ');
    return html`<polyline class="curve" points="${points}" /><text x="0" y="${floor}">${name}</text>
      <text x="${left - 6}" y="${floor - curveHeight + 34}" text-anchor="end">${highest}</text>
      <line class="axis" x1="${left}" x2="${width}" y1="${floor}" y2="${floor}" />`;
  });
  const height = top + curves.length * curveHeight;
  return html`<svg viewBox="0 0 ${width} ${height}" width="100%" role="img">
    ${kinds.map((kind, row) => html`<text x="0" y="${row * faultHeight + 11}">${kind}</text>`)}${bars}${lines}</svg>`;
}
