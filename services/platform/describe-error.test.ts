import { describe, expect, it } from 'vitest';
import { describeError } from './describe-error.ts';

describe('describeError', () => {
  // ASVS 16.4.1
  it('gives the class and the message on one line', () => {
    expect(describeError(new RangeError('too\nbig'))).toBe('RangeError: too big');
    expect(describeError('just text')).toBe('just text');
  });

  it('is at most 500 characters long', () => {
    expect(describeError(new Error('x'.repeat(2_000)))).toHaveLength(500);
  });

  // ASVS 16.2.5
  it('hides keys, passwords in addresses, tokens and e-mail addresses', () => {
    const text = describeError(
      new Error(
        'sk_live_abc123 postgres://app:hunter2@db/x Authorization: Bearer ey.J.x to <ada@mail.example>',
      ),
    );
    for (const secret of ['abc123', 'hunter2', 'ey.J.x', 'ada@mail']) expect(text).not.toContain(secret);
    expect(text).toContain('postgres://…@db/x');
  });

  it.each([500, 10_000])('shows no part of a password that the limit of %i characters splits', (limit) => {
    const secret = '5ecret5ecret5ecret';
    const texts = [
      `postgres://app:${secret}@db/x`,
      `sk_live_${secret}`,
      `Bearer ${secret}`,
      `${secret}@mail.example`,
    ];
    for (const text of texts)
      for (let start = limit - 60; start <= limit; start++)
        // The long address is hidden, so that what follows it is within the 500 characters.
        for (const words of ['x '.repeat(start).slice(-start), `${'x'.repeat(start - 3)}@x `])
          expect(describeError(`${words}${text} and more`)).not.toContain('5ecret');
  });

  it('finds the address in a long word, and all of several', () => {
    const long = 'a'.repeat(600);
    expect(describeError(`to (${long}@mail.example), a@b.c)d@e.f;g@h.i and j@k@l@m`)).toBe(
      'to (…@…), …@…)…@…;…@… and …@…@…@…',
    );
  });

  it('finds the reason of a connection that was refused on every address', () => {
    const refused = new AggregateError([new Error('connect ECONNREFUSED ::1:5432')]);
    expect(describeError(refused)).toContain('ECONNREFUSED');
  });
});
