import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const readme = readFileSync(new URL('README.md', root), 'utf8');
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(new URL('package.json', root), 'utf8'),
);

it('the README names only scripts that exist', () => {
  const named = [...readme.matchAll(/npm run ([a-z]+(?::[a-z-]+)*)/g)].map(([, name = '']) => name);
  expect(named).toEqual(expect.arrayContaining(['start:api', 'start:worker', 'db:migrate', 'jobs']));
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

it.each(['start', 'start:api', 'start:worker', 'start:sandbox'])(
  '%s checks the Node version, then becomes the process itself',
  (name) => {
    const prefix = name.startsWith('start:') ? `pre${name}` : 'prestart';
    expect(scripts[prefix]).toBe('node tools/check-node.mjs');
    // Without exec, a signal would end the shell instead of the process.
    const file = /^exec node (?:--\S+ )*(\S+\.ts)$/.exec(scripts[name] ?? '')?.[1] ?? '';
    expect([name, file, existsSync(new URL(file, root))]).toEqual([
      name,
      expect.stringMatching(/\.ts$/),
      true,
    ]);
  },
);
