import { expect, it } from 'vitest';
import { looksLikeEmail } from './wire-form.ts';

it.each(['ada@people.example', ' ada.obi+news@mail.people.example '])('accepts %j', (text) => {
  expect(looksLikeEmail(text)).toBe(true);
});

it.each(['', 'ada', 'ada@people', '@people.example', 'a da@people.example', 'ada@people.', 'a@b@c.example'])(
  'rejects %j',
  (text) => {
    expect(looksLikeEmail(text)).toBe(false);
  },
);
