import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Words that a maintainer would not search for, and the standard term to use instead. */
const replaced: Record<string, string> = {
  whoever: 'the role: caller, payer, visitor, worker',
  'is away': 'is unavailable',
  'are away': 'are unavailable',
  'lets go': 'releases',
  'hands on what': 'passes',
  'mends?': 'fixes, corrects, recovers',
  verdict: 'decision',
  ProviderTruth: 'ProviderTransaction',
  'stand-in': 'fake provider, local provider',
  'outside world': 'providers',
  'import lanes?': 'partition',
  'ResetWish|reset_wishes': 'PasswordResetRequest, password_resets',
  waitlist_answers: 'waitlist_entries',
  pair_mails: 'mail_budgets',
  sealed: 'encrypted',
  'told_?revision': 'notified_revision',
  'refusals?': 'HttpError, rejection',
  "one['’]s own": 'the role: the caller’s',
  'payment fee': 'service fee: it is ours, the provider takes its own',
  foldDays: 'compactDayCounts',
  understandQuery: 'parseQuery',
  findGiven: 'findContributions',
  onRefused: 'onError',
  kase: 'the kind of case: dispute, purchase',
  'promises (a|the) (mail|job)': 'enqueues',
  '3_600_000': 'hourMs of contracts/durations.ts',
  '86_400_000': 'dayMs',
};

/** Names that do not say what a value is, and what to name it instead. As words of a sentence they are fine. */
const emptyNames: Record<string, string> = {
  found: 'its noun: courses, row, response; candidate in a find',
  one: 'the singular of the list: page, request; a and b to compare two',
  of: 'its noun: payment, ids; of a function: totalsOf, stateOf',
  made: 'its noun: pledge, response',
  gone: 'the event: closed, removed',
};
const emptyName = `(?:${Object.keys(emptyNames).join('|')})\\b`;

const patterns = [
  new RegExp(`\\b(${Object.keys(replaced).join('|')})\\b`, 'i'),
  // Variables, also destructured ones. A name before a colon is that of a property there.
  new RegExp(`\\b(?:const|let) ${emptyName}`),
  new RegExp(`\\b(?:const|let) [[{] ?(?:[^\\]}]*[ ,])?${emptyName}(?!:)`),
  // Parameters, also destructured ones.
  new RegExp(`\\((?:[^(){}]*, )?${emptyName}[^()]*\\)(?:: [^=]+)? =>`),
  new RegExp(`\\([^()]*[[{] ?(?:[^(){}[\\]]*[ ,])?${emptyName}(?!:)[^()]*\\)(?:: [^=]+)? =>`),
  new RegExp(`\\bfunction \\w+(?:<[^>]*>)?\\((?:[^()]*, )?${emptyName}`),
];

/** Returns the lines of a text that contain a replaced word or name, each after its number. */
function findReplacedWords(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      patterns.some((pattern) => pattern.test(line)) ? [`${index + 1}: ${line.trim()}`] : [],
    );
}

it('sources, tests and documents use the standard terms', () => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = listed
    .split('\n')
    .filter((path) =>
      /^(src|services|workers|sandbox|tools|tests|docs)\/.*\.(tsx?|mjs|astro|css|sql|md)$/.test(path),
    )
    // Migrations that ran somewhere are never edited; the list above is in this file.
    .filter((path) => !path.includes('/migrations/') && path !== 'tests/vocabulary.test.ts');
  expect(files.length).toBeGreaterThan(500);
  const lines = files.flatMap((path) =>
    findReplacedWords(readFileSync(join(root, path), 'utf8')).map((line) => `${path}:${line}`),
  );
  expect(lines, `use instead: ${JSON.stringify({ ...replaced, ...emptyNames }, null, 1)}`).toEqual([]);
});

it('finds a replaced word in a comment and in a name', () => {
  const text =
    '// Whoever calls twice\nconst a = 1;\n/** When Redis is away */\nlet verdict;\nconst standing = 1;';
  expect(findReplacedWords(text).map((line) => Number.parseInt(line, 10))).toEqual([1, 3, 4]);
});

it.each([
  'const found = await rows(db);',
  'const found: Row[] = [];',
  'let { name, found } = result;',
  'const { rows: found } = await query();',
  'const [one, other] = pair;',
  'for (const one of pages) await visit(one);',
  'for (const of of totals) sum += of;',
  'pages.map((one) => one.path);',
  'pages.sort((one, other) => one.size - other.size);',
  'sizes.map(([name, of]) => of(name));',
  'costs.map(({ classes: one }) => one);',
  'run: (input: Input, one: Case) => Promise<void>;',
  'const mine = (found: CaseDetails): object => found;',
  'async function write(manager: EntityManager, one: Column) {',
  'const end = async (gone: Promise<void>, res: Response): Promise<void> => res.end(await gone);',
  'const closeCase = (kase: Case, onRefused: () => void) => close(kase);',
])('finds the name that says nothing in: %s', (line) => {
  expect(findReplacedWords(line)).toHaveLength(1);
});

it.each([
  '// The row was found, and is gone.',
  "it('is found by one of them', async () => {",
  "expect(await check()).toEqual({ state: 'ok', found: text });",
  'const { state, found: text } = await check();',
  'results.map(({ name, found: finding }) => [name, finding]);',
  "const [row] = await query('SELECT 1 AS one');",
  'Buffer.of(one.length)',
])('accepts the word in: %s', (line) => expect(findReplacedWords(line)).toEqual([]));
