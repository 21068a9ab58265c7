import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { entities } from '#services/entities.ts';
import * as column from '#services/platform/database/columns.ts';
import { defineEntity } from '#services/platform/database/define-entity.ts';
import { retentionRules } from '../retention.ts';
import { describeInventory } from './describe-inventory.ts';
import { inventory, personalTables } from './inventory.ts';
import { columnsOf, exportedColumns, nameOf, type PersonalTable } from './personal-table.ts';

it('lists every table of the database', () => {
  expect(Object.keys(inventory).sort()).toEqual(entities.map(({ options }) => options.tableName).sort());
});

/** Texts and bytes that need a statement about the export or an erasure, and have none. */
function findUndecided(table: PersonalTable): string[] {
  const undecided = columnsOf(table).filter(([, { type, isCode, personal = {} }]) => {
    const { withheld, exportedTo, erased } = personal;
    if (type === 'bytea') return !withheld;
    const isText = ['text', 'json', 'jsonb'].includes(String(type)) && !isCode;
    const isForAll = table.views.length > 1 && !withheld && !exportedTo;
    return isText && (isForAll || (table.remains && !erased));
  });
  return undecided.map(([name]) => name);
}

describe.each(personalTables.map((table) => [nameOf(table), table] as const))(
  'the columns of %s',
  (name, table) => {
    it('say who gets a text of a row about several persons, what is left of one that outlives them, and why bytes are no export', () => {
      expect(findUndecided(table)).toEqual([]);
    });

    it('are those of the table, name only persons whom it is about, and are emptied only where rows remain', () => {
      const columns = columnsOf(table);
      const persons = table.views.map(({ person }) => person);
      expect(inventory[name]).toBe(table);
      expect(persons).toEqual(
        expect.arrayContaining(columns.flatMap(([, { personal }]) => personal?.exportedTo ?? [])),
      );
      if (!table.remains) expect(columns.filter(([, { personal }]) => personal?.erased)).toEqual([]);
    });
  },
);

it('a new column is exported; a text says who gets it where persons share a row, and what an erasure leaves of it where rows remain', () => {
  const entity = defineEntity({
    name: 'New',
    tableName: 'new',
    columns: {
      id: column.id,
      status: column.oneOf(['open']),
      words: column.text,
      answer: column.kept(column.optionalText),
      facts: column.exportedTo(column.json<object>(), 'learner'),
      token: column.bytes,
    },
  });
  const [learner, sponsor] = ['learner', 'sponsor'].map((person) => ({ person, title: '', about: '' }));
  if (!learner || !sponsor) throw new Error('There is no view');
  const table = { entity, views: [learner], purpose: '', erasure: '', retention: '' };
  expect(exportedColumns(table, learner)).toEqual(['id', 'status', 'words', 'answer', 'facts', 'token']);
  expect(exportedColumns(table, sponsor)).toEqual(['id', 'status', 'words', 'answer', 'token']);
  expect(findUndecided(table)).toEqual(['token']);
  expect(findUndecided({ ...table, views: [learner, sponsor] })).toEqual(['words', 'answer', 'token']);
  expect(findUndecided({ ...table, remains: true })).toEqual(['words', 'facts', 'token']);
});

it('is what docs/privacy.md prints', () => {
  // The formatter aligns the columns of tables.
  const cells = (text = '') => text.replace(/ *\| */g, '|').replace(/-{3,}/g, '---');
  const printed = readFileSync('docs/privacy.md', 'utf8').split('describe-inventory.ts -->\n\n')[1];
  expect(cells(printed)).toBe(cells(describeInventory()));
});

it('names the period of every retention rule', () => {
  for (const [table, { period }] of Object.entries(retentionRules))
    expect(inventory[table]?.retention).toBe(period);
});
