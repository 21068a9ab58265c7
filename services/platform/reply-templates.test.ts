import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fillTemplate, replyTemplates } from './reply-templates.ts';

const values = {
  name: 'Lee',
  course: 'Machine Learning',
  amount: '₦20,000.00',
  reference: 'ref_1',
  operator: 'Ada',
  brand: 'CourseLift',
};
const template = {
  id: 'a',
  title: 'A',
  subject: 'About {course}',
  text: 'Hello {name}, {amount}. {operator}',
};

function read(content: unknown) {
  const path = join(mkdtempSync(join(tmpdir(), 'templates-')), 'replies.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return replyTemplates.safeParse(path);
}

it('fills in every placeholder, and nothing that a value contains', () => {
  const filled = fillTemplate(template, { ...values, name: '{amount}' });
  expect(filled).toEqual({
    id: 'a',
    title: 'A',
    subject: 'About Machine Learning',
    text: 'Hello {amount}, ₦20,000.00. Ada',
  });
});

it('leaves out a template that names what the case does not have', () => {
  expect(fillTemplate(template, { ...values, course: null })).toBeUndefined();
});

it('has templates without a file, each with known placeholders', () => {
  const templates = replyTemplates.parse(undefined);
  expect(templates.length).toBeGreaterThan(0);
  for (const given of templates) expect(fillTemplate(given, values)?.text).not.toMatch(/[{}]/);
});

it('reads the templates of a file', () => {
  expect(read([template])).toMatchObject({ success: true, data: [template] });
});

it.each([
  ['a file that does not exist', undefined, 'no such file'],
  ['no JSON', '[', 'JSON'],
  ['an unknown placeholder', [{ ...template, text: 'Dear {nmae}' }], '0.text may name only {name}'],
  ['no templates', [], 'templates of replies'],
])('rejects %s', (_, content, message) => {
  const result = content === undefined ? replyTemplates.safeParse('/missing.json') : read(content);
  expect(result.error?.issues[0]?.message).toContain(message);
});
