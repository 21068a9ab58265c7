import { expect, it } from 'vitest';
import { isSameMailbox } from './account-address.ts';

it.each([
  ['ada@people.example', 'ada@people.example', true],
  ['ada@people.example', 'Ada@People.example', true],
  ['ada@people.example', 'ada+guardian@people.example', true],
  ['ada+me@people.example', 'ada+g+h@people.example', true],
  ['ada.obi@gmail.com', 'a.d.a.obi+x@googlemail.com', true],
  ['ada@people.example', 'adah@people.example', false],
  ['ada@people.example', 'ada@people2.example', false],
  ['ada@people.example', 'ada@peopleexample', false],
  ['+a@people.example', '+b@people.example', true],
])('%s and %s: one mailbox is %s', (address, other, expected) => {
  expect(isSameMailbox(address, other)).toBe(expected);
});
