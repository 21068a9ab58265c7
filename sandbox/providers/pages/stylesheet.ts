import { readFileSync } from 'node:fs';

const files = [
  '../../../src/styles/tokens.css',
  '../../../src/styles/cloth.css',
  './sandbox.css',
  './checkout.css',
  './mailbox.css',
  './google.css',
];

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** The product's own tokens and threads with the sandbox's few rules on top: one look, kept in one place. */
export function sandboxStylesheet(): string {
  return files.map(read).join('\n');
}
