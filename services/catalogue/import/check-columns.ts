import { courseFacts } from '#contracts/catalogue/catalogue-import.ts';
import { templateNames } from './link-template.ts';
import { isCourseField, type Mapping } from './map-record.ts';
import { readColumns, saveAsUtf8 } from './read-records.ts';

const required = ['title', 'platform', 'url'];

/**
 * Checks that a CSV file has the columns of a mapping, before a million rows are rejected for the same reason.
 * Returns one sentence about the missing columns; undefined when all columns are there.
 *
 * @param mapped fields that the user mapped, which must exist besides the required ones.
 */
export async function checkColumns(
  path: string,
  mapping: Mapping,
  mapped: readonly string[],
  delimiter = ',',
): Promise<string | undefined> {
  const columns = await readColumns(path, delimiter);
  if (columns.length === 0) return `${path} has no columns: it is empty.`;
  if (columns.some((name) => /[\0\uFFFD]/.test(name))) return `${path} is not in UTF-8. ${saveAsUtf8}`;
  if (columns.some((name) => name.includes('\r')))
    return `${path} ends its lines with CR alone, as old Macs did. Please save it as CSV UTF-8.`;
  const nameOf = (field: string) => mapping.columns[field] ?? field;
  const templated = templateNames(mapping.constants.url ?? '');
  const used = new Set([...courseFacts, ...templated].map(nameOf));
  const repeated = columns.find((name, index) => used.has(name) && columns.indexOf(name) < index);
  if (repeated !== undefined)
    return `${path} has two columns named ${repeated}. Please rename the one that is not meant.`;
  const isThere = (fact: string) =>
    (isCourseField(fact) && mapping.constants[fact] !== undefined) || columns.includes(nameOf(fact));
  const missing = [
    ...[...new Set([...required, ...mapped])]
      .filter((fact) => isCourseField(fact) && !isThere(fact))
      .map((fact) => `${nameOf(fact)} (for the ${fact})`),
    ...templated.filter((name) => !isThere(name)).map((name) => `${nameOf(name)} (for the url)`),
  ];
  if (missing.length === 0) return undefined;
  const unmapped = required.filter((fact) => !mapped.includes(fact) && !isThere(fact));
  const hint = delimiterHint(columns) || mappingHint(unmapped, columns);
  return `${path} has no column ${missing.join(', ')}. Its columns are: ${columns.slice(0, 40).join(', ').slice(0, 1_000)}.${hint}`;
}

function mappingHint(facts: readonly string[], columns: readonly string[]): string {
  if (facts.length === 0) return '';
  const columnOf = (fact: string) => columns.find((name) => name.toLowerCase() === fact) ?? 'COLUMN';
  const pairs = facts.map((fact) => `'${fact}=${columnOf(fact)}'`).join(' ');
  return ` Say which columns they are: --map ${pairs}; or give all rows one value: --set 'platform=NAME'.`;
}

const otherDelimiters = [
  [';', `';'`],
  ['\t', 'tab'],
  ['|', `'|'`],
  [',', `','`],
] as const;

/** Suggests the delimiter: with the wrong one, the file has a single column. */
function delimiterHint([name = '', ...others]: readonly string[]): string {
  const other = others.length === 0 && otherDelimiters.find(([delimiter]) => name.includes(delimiter));
  return other ? ` It seems to have another delimiter: add --delimiter ${other[1]}.` : '';
}
