import { templateNames } from './link-template.ts';
import { isCourseField, type Mapping } from './map-record.ts';
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
  delimiter = ',',
): Promise<string | undefined> {
  const columns = await readColumns(path, delimiter);
  if (columns.length === 0) return `${path} has no columns: it is empty.`;
  if (columns.some((name) => /[\0\uFFFD]/.test(name))) return `${path} is not in UTF-8.`;
  const nameOf = (fact: string) => mapping.columns[fact] ?? fact;
  const isThere = (fact: string) =>
    (isCourseField(fact) && mapping.constants[fact] !== undefined) || columns.includes(nameOf(fact));
  const missing = [
    ...[...new Set([...required, ...asked])]
      .filter((fact) => isCourseField(fact) && !isThere(fact))
      .map((fact) => `${nameOf(fact)} (for the ${fact})`),
    ...templateNames(mapping.constants.url ?? '')
      .filter((name) => !isThere(name))
      .map((name) => `${nameOf(name)} (for the url)`),
  ];
  if (missing.length === 0) return undefined;
  return `${path} has no column ${missing.join(', ')}. Its columns are: ${columns.slice(0, 40).join(', ').slice(0, 1_000)}.${hintAt(columns)}`;
}

const otherDelimiters = [
  [';', `';'`],
  ['\t', 'tab'],
  ['|', `'|'`],
  [',', `','`],
] as const;

/** A file with another delimiter seems to have a single column. */
function hintAt([name = '', ...others]: readonly string[]): string {
  const found = others.length === 0 && otherDelimiters.find(([delimiter]) => name.includes(delimiter));
  return found ? ` It seems to have another delimiter: add --delimiter ${found[1]}.` : '';
}
