import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { needs, requireShellcheck } from './support/vitest/requirements.ts';

const shellcheck = requireShellcheck();
const root = fileURLToPath(new URL('..', import.meta.url));
// Not only `*.sh`: `.ci/run` is a script as well.
const scripts = execFileSync('git', ['grep', '-lIE', '^#!.*sh$', '--', '.ci', 'deploy', '*.sh'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n');

/** Rules that a script switches off; the script says why. The list may only become shorter. */
const accepted = ['deploy/upgrade.sh SC2046,SC2086'];

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Returns the findings of shellcheck in a script, one per line. */
const findIn = (script: string, path = 'a.sh') =>
  spawnSync(shellcheck.path as string, ['--format=gcc', '-'], { input: script, encoding: 'utf8' })
    .stdout.trim()
    .split('\n')
    .filter(Boolean)
    .map((finding) => finding.replace(/^-/, path));

it('shellcheck finds nothing in a shell script', needs(shellcheck), () => {
  expect(scripts).toContain('.ci/run');
  expect(scripts.flatMap((path) => findIn(read(path), path))).toEqual([]);
});

it('shellcheck finds an unquoted variable', needs(shellcheck), () => {
  expect(findIn('#!/bin/sh\nname=$1\nrm $name\n')).toEqual([expect.stringMatching(/^a\.sh:3:4: .*SC2086/)]);
});

it('a shell script switches off only the rules of the list', () => {
  expect(
    scripts.flatMap((path) =>
      [...read(path).matchAll(/shellcheck disable=(\S+)/g)].map(([, rules]) => `${path} ${rules}`),
    ),
  ).toEqual(accepted);
});
