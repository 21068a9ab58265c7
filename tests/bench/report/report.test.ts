import { expect, it } from 'vitest';
import { atLeast, atMost } from '../core/limits.ts';
import type { Outcome } from '../core/outcome.ts';
import { htmlReport } from './html-report.ts';
import { asMarkdown, goalsTable, loadsTable, sidesTable } from './tables.ts';

const outcomes: Outcome[] = [
  {
    scenario: 'static-page',
    goal: { id: '1 page', what: 'page ÷ nginx', limit: atLeast(0.2) },
    status: 'met',
    value: 0.31234,
    measurement: {
      goal: '1 page',
      values: [0.29, 0.31234, 0.4],
      sides: [{ name: 'product', perSecond: 12_345.6, p99Ms: 1.234, errors: 0 }],
    },
  },
  {
    scenario: 'growth',
    goal: { id: '8 search', what: 'slope of the search', limit: atMost(0.25) },
    status: 'missed',
    value: 0.3,
    measurement: {
      goal: '8 search',
      values: [0.3],
      growth: [
        { size: 1_000, cost: 1 },
        { size: 100_000, cost: 4 },
      ],
    },
  },
  {
    scenario: 'jobs',
    goal: { id: '7', what: 'jobs', limit: atLeast(0.5) },
    status: 'not run',
    reason: '<redis-server> is not | installed',
  },
];
const loads = [{ scenario: 'static-page', seconds: 61.2, average: 1.234, othersPercent: 7 }];
const report = {
  outcomes,
  loads,
  startedAt: '2026-11-23T01:00:00.000Z',
  command: 'npm run bench',
  machine: { cpu: 'Example & Co', cores: 2, node: 'v24.21.0' },
};

it('has a row for each goal, in Markdown too', () => {
  expect(
    asMarkdown(goalsTable(outcomes)),
  ).toBe(`| goal | what | measured | lowest – highest | goal is | result |
| --- | --- | --- | --- | --- | --- |
| 1 page | page ÷ nginx | 0.312 | 0.29 – 0.4 | ≥ 0.2 | met |
| 8 search | slope of the search | 0.3 |  | ≤ 0.25 | missed |
| 7 | jobs |  |  | ≥ 0.5 | not run: <redis-server> is not \\| installed |`);
});

it('has a row for each process and for the load of the machine', () => {
  expect(sidesTable(outcomes).rows).toEqual([['1 page', 'product', '12,346', '', '', '1.23', '0', '']]);
  expect(loadsTable(report).rows).toEqual([['static-page', '61', '1.2', '7']]);
});

it('draws the rounds with their goal and the growth, loads nothing, and escapes texts', () => {
  const page = htmlReport(report).toString();
  expect(page.match(/<svg/g)).toHaveLength(2);
  expect(page.match(/<circle/g)).toHaveLength(5);
  expect(page.match(/class="limit"/g)).toHaveLength(1);
  expect(page).toContain('&lt;redis-server&gt;');
  expect(page).not.toMatch(/NaN|undefined|src=|href=|<redis/);
});
