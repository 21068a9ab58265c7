import { isFact, type Mapping } from './map-record.ts';
import { readColumns } from './read-records.ts';

const required = ['title', 'platform', 'url'];

/**
 * What is wrong with a mapping for a CSV file, in one sentence: a fact that every course must have, or one that was
 * asked for, stands in none of its columns. Said once, before a million rows are refused for it.
 *
 * @param asked facts that must be found, beside those that every course has.
 */
export async function checkColumns(
  path: string,
  mapping: Mapping,
  asked: readonly string[],
): Promise<string | undefined> {
  const columns = await readColumns(path);
  if (columns.length === 0) return `${path} has no columns: it is empty.`;
  if (columns.some((name) => /[\0\uFFFD]/.test(name))) return `${path} is not in UTF-8.`;
  const missing = [...new Set([...required, ...asked])]
    .filter((fact) => isFact(fact) && mapping.constants[fact] === undefined)
    .filter((fact) => !columns.includes(mapping.columns[fact] ?? fact))
    .map((fact) => `${mapping.columns[fact] ?? fact} (for the ${fact})`);
  if (missing.length === 0) return undefined;
  return `${path} has no column ${missing.join(', ')}. Its columns are: ${columns.slice(0, 40).join(', ').slice(0, 1_000)}.`;
}
