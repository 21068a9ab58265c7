import { inventoryParts } from './inventory.ts';
import { asAccount, deleted } from './personal-table.ts';

/** Renders the tables of `docs/privacy.md` in Markdown. */
export function describeInventory(): string {
  const parts = inventoryParts.map(([heading, basis, tables]) => {
    const lines = Object.entries(tables).map(
      ([name, { purpose, erasure = deleted, retention = asAccount, ...table }]) => {
        const exported = 'views' in table ? table.views.map(({ title }) => title).join('; ') : 'no';
        return `| \`${name}\` | ${purpose} | ${exported} | ${erasure} | ${retention} |\n`;
      },
    );
    return `### ${heading}\n\nLegal basis: ${basis}.\n\n| Table | Purpose | In the export | After an erasure | Stored |\n|---|---|---|---|---|\n${lines.join('')}`;
  });
  return parts.join('\n');
}
