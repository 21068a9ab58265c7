import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { leaveOutServerParts } from './lean-contracts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const contract = `
import { endpoint } from '../endpoint.ts';
export const sendWords = endpoint('POST', '/course/:id/words', ['learner'], {
  summary: 'Send words',
  limit: 'write',
  idempotency: 'once',
  params: idParams,
  body: WordsSchema,
  response: objectResponse({ id: z.string() }),
});
export const getFile = endpoint('GET', '/file', 'token', { summary: 'A file', hasEffect: true, response: 'binary' });
export const limits = { summary: 'kept' };
const WordsSchema = z.object({ text: z.string().check(z.trim()) }), most = 3;
const fields = { id: IdSchema, when: z.nullable(MomentSchema) };
const isLong = (text) => text.length > Number(most);
`;

it('leaves what a browser reads of a call, and everything else of the module', () => {
  expect(leaveOutServerParts(contract)).toBe(`
import { endpoint } from '../endpoint.ts';
export const sendWords = { method: 'POST', path: '/course/:id/words', auth: ['learner'], idempotency: 'once' };
export const getFile = { method: 'GET', path: '/file', auth: 'token', response: 'binary' };
export const limits = { summary: 'kept' };
const WordsSchema = /* @__PURE__ */ (() => (z.object({ text: z.string().check(z.trim()) })))(), most = 3;
const fields = /* @__PURE__ */ (() => ({ id: IdSchema, when: z.nullable(MomentSchema) }))();
const isLong = (text) => text.length > Number(most);
`);
});

it('leaves more parts where they are read', () => {
  expect(leaveOutServerParts(contract, ['idempotency', 'body'])).toContain(
    "auth: ['learner'], idempotency: 'once', body: WordsSchema };",
  );
});

it('nothing of the site reads what is left out', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/^src\/areas\/desk\/|\.test\.tsx?$/.test(file),
  );
  const readers = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const imported = [...text.matchAll(/import \{([^}]+)\} from '#contracts\//g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim()),
    );
    const read = [
      ...text.matchAll(/\b(\w+)\.(?:summary|statuses|limit|hasEffect|cache|params|query|body|response)\b/g),
    ];
    return read.filter(([, name = '']) => imported.includes(name)).map(([place]) => `${file}: ${place}`);
  });
  expect(files.length).toBeGreaterThan(100);
  expect(readers).toEqual([]);
});
