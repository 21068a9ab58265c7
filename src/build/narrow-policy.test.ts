import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { narrowPolicy } from './narrow-policy.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

it('keeps the hashes of what the page contains, and everything else of the policy', () => {
  const html =
    '<style>a{\n}</style><script type="module">run()</script><p>other()</p><script src="/x.js"></script>';
  const policy = (scripts: string[], styles: string[]) =>
    `default-src 'self'; script-src 'self' ${scripts.join(' ')}; style-src 'self' ${styles.join(' ')};`;
  expect(
    narrowPolicy(policy([hash('other()'), hash('run()')], [hash('b{}'), hash('a{\n}'), hash('c{}')]), html),
  ).toBe(policy([hash('run()')], [hash('a{\n}')]));
});
