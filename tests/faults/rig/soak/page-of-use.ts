import { html, type SafeHtml } from '#services/platform/html.ts';
import type { RigOptions } from '../options.ts';
import type { JudgedSeries, UseSample } from './series.ts';

const width = 440;
const height = 110;
const left = 50;

const styles = `body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
figure { display: inline-block; margin: 0 1.5rem 1.5rem 0; } figcaption { max-width: ${width}px; }
.grows { color: #b3361e; font-weight: bold; } .curve { fill: none; stroke: #0b6b5a; stroke-width: 1.5; }
.half { stroke: #999; stroke-dasharray: 3; } .axis { stroke: #999; } text { font-size: 11px; }`;

/** Returns a self-contained page with a plot and the trend of each series. */
export function pageOfUse(
  { seed, backend, seconds }: RigOptions,
  series: readonly JudgedSeries[],
  samples: readonly UseSample[],
): SafeHtml {
  const title = `Use of resources: seed ${seed}, ${backend}, ${seconds} s`;
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${title}</title>
<style>${styles}</style>
<h1>${title}</h1>
<p>${samples.length} samples. Trends are about the second half, right of the dashed line.</p>
${series.map(
  (curve) =>
    html`<figure><figcaption>${curve.name}: <span class="${curve.trend === 'grows' ? 'grows' : ''}">${
      curve.trend
    }</span>, ${describe(curve)}</figcaption>${plot(curve, samples)}</figure>`,
)}
</html>
`;
}

/** Returns mean and slope of the second half. */
export function describe({ mean, slopePerHour, unit }: JudgedSeries): string {
  return `mean ${show(mean)} ${unit}, ${slopePerHour < 0 ? '' : '+'}${show(slopePerHour)} ${unit} an hour`;
}

const show = (value: number) => value.toFixed(Math.abs(value) < 10 ? 1 : 0);

function plot({ name }: JudgedSeries, samples: readonly UseSample[]): SafeHtml {
  const fromMs = samples[0]?.atMs ?? 0;
  const lastsMs = Math.max(1, (samples.at(-1)?.atMs ?? 0) - fromMs);
  const points = samples.flatMap(({ atMs, values }) => {
    const value = values[name];
    return value === undefined ? [] : [{ atMs, value }];
  });
  const highest = Math.max(1, ...points.map(({ value }) => value));
  const floor = height - 10;
  const x = (atMs: number) => left + ((atMs - fromMs) / lastsMs) * (width - left);
  const y = (value: number) => floor - (value / highest) * (floor - 12);
  const half = x(fromMs + lastsMs / 2);
  return html`<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
    <polyline class="curve" points="${points.map(({ atMs, value }) => `${x(atMs)},${y(value)}`).join(' ')}" />
    <text x="${left - 6}" y="16" text-anchor="end">${show(highest)}</text>
    <line class="half" x1="${half}" x2="${half}" y1="8" y2="${floor}" />
    <line class="axis" x1="${left}" x2="${width}" y1="${floor}" y2="${floor}" /></svg>`;
}
