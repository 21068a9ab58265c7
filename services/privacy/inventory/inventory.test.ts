import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { entities } from '#services/entities.ts';
import { retentionRules } from '../retention/rules.ts';
import { describeInventory } from './describe-inventory.ts';
import { inventory } from './inventory.ts';

const columnName = (property: string) => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

it('lists every table of the database', () => {
  expect(Object.keys(inventory).sort()).toEqual(entities.map(({ options }) => options.tableName).sort());
});

it.each(
  entities
    .map(({ options }) => [options.tableName ?? '', Object.keys(options.columns).map(columnName)] as const)
    .filter(([table]) => inventory[table]?.views.length),
)('decides for each column of %s whether its person gets it', (table, columns) => {
  const { views = [], withheld = {} } = inventory[table] ?? {};
  const decided = [
    ...views.flatMap(({ exported, file }) => [...exported, ...(file ? ['data', 'object_key'] : [])]),
    ...Object.values(withheld).flat(),
  ];
  expect([...new Set(decided)].sort()).toEqual([...columns].sort());
});

it('is what docs/privacy.md prints', () => {
  // The formatter aligns the columns of tables.
  const cells = (text = '') => text.replace(/ *\| */g, '|').replace(/-{3,}/g, '---');
  const printed = readFileSync('docs/privacy.md', 'utf8').split('describe-inventory.ts -->\n\n')[1];
  expect(cells(printed)).toBe(cells(describeInventory()));
});

it('names the period of every retention rule', () => {
  for (const { table, period } of retentionRules) expect(inventory[table]?.retention).toBe(period);
});
