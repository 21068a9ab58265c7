/** The last migration that was made without the rules of decision 086. */
export const lastWithoutRules = 1_796_793_500_000;

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
  const up = blank(text, /^ {2}async down\([\s\S]*?^ {2}\}/gm);
  const code = blank(up, /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm);
  const found: string[] = [];
  for (const pattern of contractions) {
    for (const { 0: statement, index } of code.matchAll(pattern)) {
      if (marker.test(lineAt(text, index))) continue;
      found.push(`line ${numberAt(text, index)}: ${statement} without "unused since RELEASE" on the line`);
    }
  }
  for (const { 0: column, index } of code.matchAll(addition)) {
    if (!/\bNOT\s+NULL\b/i.test(column) || /\b(DEFAULT|GENERATED)\b/i.test(column)) continue;
    found.push(`line ${numberAt(text, index)}: ${column.trim()} without a default`);
  }
  return found;
}

/** Replaces what matches by spaces, so that the positions of the rest stay. */
const blank = (text: string, pattern: RegExp) =>
  text.replace(pattern, (matched) => matched.replace(/[^\n]/g, ' '));

const numberAt = (text: string, index: number) => text.slice(0, index).split('\n').length;
const lineAt = (text: string, index: number) => text.split('\n')[numberAt(text, index) - 1] ?? '';
