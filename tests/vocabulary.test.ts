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
  'promises (a|the) (mail|job)': 'enqueues',
  '3_600_000': 'hourMs of contracts/durations.ts',
  '86_400_000': 'dayMs',
};
const pattern = new RegExp(`\\b(${Object.keys(replaced).join('|')})\\b`, 'i');

/** Returns the lines of a text that contain a replaced word, each after its number. */
function findReplacedWords(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${index + 1}: ${line.trim()}`] : []));
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
  const found = files.flatMap((path) =>
    findReplacedWords(readFileSync(join(root, path), 'utf8')).map((line) => `${path}:${line}`),
  );
  expect(found, `use instead: ${JSON.stringify(replaced, null, 1)}`).toEqual([]);
});

it('finds a replaced word in a comment and in a name', () => {
  const text =
    '// Whoever calls twice\nconst a = 1;\n/** When Redis is away */\nlet verdict;\nconst standing = 1;';
  expect(findReplacedWords(text).map((line) => Number.parseInt(line, 10))).toEqual([1, 3, 4]);
});
