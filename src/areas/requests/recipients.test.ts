import { expect, it } from 'vitest';
import { pasteAddresses, splitAddresses } from './recipients.ts';

it.each([
  ['a@x.org, b@x.org;c@x.org\nd@x.org  e@x.org', ['a@x.org', 'b@x.org', 'c@x.org', 'd@x.org', 'e@x.org']],
  ['a@x.org', ['a@x.org']],
  [' ,; \r\n', []],
  ['a@x.org,, nobody', ['a@x.org', 'nobody']],
  ['Ada Obi <ada@x.org>, "Ben, Dr." <ben@x.org>;', ['ada@x.org', 'ben@x.org']],
  ['(a@x.org). "b@x.org"', ['a@x.org', 'b@x.org']],
])('splits %j', (text, addresses) => {
  expect(splitAddresses(text)).toEqual(addresses);
});

const lines = (...emails: string[]) => emails.map((email, key) => ({ key, email }));
const emailsOf = (pasted: { lines: { email: string }[] }) => pasted.lines.map(({ email }) => email);
function keys() {
  let last = 100;
  return () => ++last;
}

it('inserts pasted addresses at the line, without duplicates', () => {
  const pasted = pasteAddresses(
    lines('a@x.org', '', 'z@x.org'),
    1,
    ['B@x.org', 'b@x.org', 'A@x.org'],
    keys(),
  );
  expect([emailsOf(pasted), pasted.doubles, pasted.leftOut]).toEqual([
    ['a@x.org', 'b@x.org', 'z@x.org'],
    2,
    0,
  ]);
});

it('drops surplus addresses and counts them', () => {
  const many = Array.from({ length: 12 }, (_, index) => `p${index}@x.org`);
  const pasted = pasteAddresses(lines('a@x.org', ''), 1, many, keys());
  expect([pasted.lines.length, pasted.leftOut]).toEqual([10, 3]);
});

it('gives every line a unique key', () => {
  const pasted = pasteAddresses(lines('', ''), 0, ['a@x.org', 'b@x.org'], keys());
  expect(new Set(pasted.lines.map(({ key }) => key)).size).toBe(2);
});
