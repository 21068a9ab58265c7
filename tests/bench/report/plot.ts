import { html, type SafeHtml } from '#services/platform/html.ts';
import type { Outcome } from '../core/outcome.ts';
import type { Point } from '../core/statistics.ts';
import { formatFigure } from './format.ts';

const width = 480;
const height = 120;
const margin = 40;

/** Draws what was measured for a goal: a line through the sizes of a goal about growth, else a dot for each round. */
export function plot({ measurement, goal }: Outcome): SafeHtml | undefined {
  if (!measurement) return undefined;
  return measurement.growth
    ? growthPlot(measurement.growth)
    : roundsPlot(measurement.values, goal.limit?.value);
}

/** One dot per round from left to right, with the goal as a line. */
function roundsPlot(values: readonly number[], limit: number | undefined): SafeHtml {
  const highest = Math.max(...values, limit ?? 0) * 1.1 || 1;
  const x = (index: number) => margin + ((index + 0.5) * (width - 2 * margin)) / values.length;
  const y = (value: number) => height - 20 - (Math.max(0, value) / highest) * (height - 30);
  return svg(
    html`${values.map(
      (value, index) => html`<circle class="round" cx="${x(index)}" cy="${y(value)}" r="4">
        <title>${formatFigure(value)}</title></circle
      >`,
    )}
    ${
      limit !== undefined &&
      html`<line class="limit" x1="${margin}" x2="${width}" y1="${y(limit)}" y2="${y(limit)}" />
        <text x="0" y="${y(limit) + 4}">${formatFigure(limit)}</text>`
    }
    <line class="axis" x1="${margin}" x2="${width}" y1="${y(0)}" y2="${y(0)}" />`,
  );
}

/** Cost by size, both axes logarithmic. */
function growthPlot(points: readonly Point[]): SafeHtml {
  const scale = (values: number[], from: number, to: number) => {
    const [low, high] = [Math.log(Math.min(...values)), Math.log(Math.max(...values))];
    return (value: number) => from + ((Math.log(value) - low) / (high - low || 1)) * (to - from);
  };
  const x = scale(
    points.map(({ size }) => size),
    margin,
    width - margin,
  );
  const y = scale(
    points.map(({ cost }) => cost),
    height - 30,
    20,
  );
  return svg(
    html`<polyline class="growth" points="${points.map(({ size, cost }) => `${x(size)},${y(cost)}`).join(' ')}" />
    ${points.map(
      ({ size, cost }) => html`<circle class="round" cx="${x(size)}" cy="${y(cost)}" r="4" />
        <text x="${x(size)}" y="${y(cost) - 8}" text-anchor="middle">${formatFigure(cost)}</text>
        <text x="${x(size)}" y="${height - 4}" text-anchor="middle">${size.toLocaleString('en')}</text>`,
    )}`,
  );
}

const svg = (content: SafeHtml) =>
  html`<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">${content}</svg>`;
