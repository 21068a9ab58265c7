// Dropping these takes nothing away that a statement of the previous release names, or only loosens what it may write.
const harmless = 'CONSTRAINT|NOT|DEFAULT|EXPRESSION|IDENTITY|INDEX';

const contractions = [
  new RegExp(`\\bDROP\\s+(?!(?:${harmless})\\b)\\w+(?:\\s+\\w+)?`, 'gi'),
  /\bRENAME\s+\w+/gi,
  /\.(?:drop(?:Table|Columns?|View)|rename(?:Table|Column)|changeColumns?)\(/g,
];

const marker = /unused since \d+\.\d+\.\d+/;

const addition = /\bADD\s+(?:COLUMN\s+)?(?:IF\s+NOT\s+EXISTS\s+)?(?!CONSTRAINT\b)\w+\s[^,;`]*/gi;

/**
 * Returns what a migration does that the previous release may not survive (decision 086), one line each. `down` is not checked.
 *
 * @param text the source of the migration.
 */
export function checkMigration(text: string): string[] {
  const code = codeOfUp(text);
  const problems: string[] = [];
  for (const pattern of contractions) {
    for (const { 0: statement, index } of code.matchAll(pattern)) {
      if (marker.test(lineAt(text, index))) continue;
      problems.push(`line ${numberAt(text, index)}: ${statement} without "unused since RELEASE" on the line`);
    }
  }
  for (const { 0: column, index } of code.matchAll(addition)) {
    if (!/\bNOT\s+NULL\b/i.test(column) || /\b(DEFAULT|GENERATED)\b/i.test(column)) continue;
    problems.push(`line ${numberAt(text, index)}: ${column.trim()} without a default`);
  }
  return problems;
}

const locking: [pattern: RegExp, problem: string][] = [
  [
    /\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+(?!CONCURRENTLY\b)/gi,
    'stops writers of the table; CREATE INDEX CONCURRENTLY does not',
  ],
  [
    /\bADD\s+CONSTRAINT\s+\S+\s+(?:CHECK|FOREIGN)\b(?:(?!\bNOT\s+VALID\b|\bADD\s|[;`])[\s\S])*(?=\bADD\s|[;`]|$)/gi,
    'reads the table under a lock; add it NOT VALID, and validate it in the next migration',
  ],
  [/\bALTER\s+(?:COLUMN\s+)?\S+\s+(?:SET\s+DATA\s+)?TYPE\b/gi, 'rewrites the table'],
  [/\bSET\s+NOT\s+NULL\b/gi, 'reads the table under a lock'],
  [
    /\bADD\s+(?:COLUMN\s+)?[^,;`]*\b(?:SERIAL|IDENTITY|STORED|gen_random_uuid|clock_timestamp|random)\b/gi,
    'rewrites the table',
  ],
];

/**
 * Returns what a migration does that stops the product while it runs (decision 086), one line each. Tables that the migration
 * creates itself are exempt, and so is `down`.
 *
 * @param text the source of the migration.
 */
export function checkLocks(text: string): string[] {
  const code = blank(codeOfUp(text), /\bCREATE TABLE[\s\S]*?`/gi);
  const created = [...text.matchAll(/\bCREATE TABLE (?:IF NOT EXISTS )?(\w+)/gi)].map(
    ([, name = '']) => name,
  );
  return locking.flatMap(([pattern, problem]) =>
    [...code.matchAll(pattern)]
      .filter(({ 0: statement, index }) => !created.includes(tableOf(code, index, statement.length)))
      .map(({ 0: statement, index }) => `line ${numberAt(text, index)}: ${statement.trim()} ${problem}`),
  );
}

/** The table of the statement at this place: of the last ALTER TABLE before it, or of the index. */
function tableOf(code: string, index: number, length: number): string {
  const indexed = /^\s*\S*\s+ON\s+(\w+)/i.exec(code.slice(index + length));
  return indexed?.[1] ?? [...code.slice(0, index).matchAll(/\bALTER\s+TABLE\s+(\w+)/gi)].at(-1)?.[1] ?? '';
}

/** Returns the source without `down` and comments, at the same positions. */
function codeOfUp(text: string): string {
  const up = blank(text, /^ {2}async down\([\s\S]*?^ {2}\}/gm);
  return blank(up, /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm);
}

/** Replaces what matches by spaces, so that the positions of the rest stay. */
const blank = (text: string, pattern: RegExp) =>
  text.replace(pattern, (matched) => matched.replace(/[^\n]/g, ' '));

const numberAt = (text: string, index: number) => text.slice(0, index).split('\n').length;
const lineAt = (text: string, index: number) => text.split('\n')[numberAt(text, index) - 1] ?? '';
