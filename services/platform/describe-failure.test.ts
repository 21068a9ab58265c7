import pg from 'pg';
import { QueryFailedError } from 'typeorm';
import { expect, it } from 'vitest';
import { describeFailure } from './describe-failure.ts';

const violation = Object.assign(
  new pg.DatabaseError('violates check constraint "users_adult_from"', 1, 'error'),
  {
    code: '23514',
    constraint: 'users_adult_from',
    detail: 'Failing row contains (ada@people.example, Ada Obi).',
  },
);

it('names class, code and constraint, and the file that is no part of the platform', () => {
  const error = new QueryFailedError('UPDATE users', [], violation);
  error.stack = `QueryFailedError: ${error.message}
    at runStatement (file:///app/services/platform/database/run-statement.ts:60:12)
    at async execute (file:///app/services/platform/database/sql.ts:40:9)
    at async erasePerson (file:///app/services/privacy/erasure/erase-person.ts:103:3)`;
  expect(describeFailure(error).text).toBe(
    'QueryFailedError 23514 users_adult_from in services/privacy/erasure/erase-person.ts',
  );
});

it.each([
  'Ada Obi (ada@people.example, +234 801 234 5678) has no payment pay-17',
  'no mailbox of "ada obi" here\n    at services/ada-obi.ts:1',
  '550 5.1.1 <ada@people.example>: Bearer abc.def sk_test_123',
])('contains no word of the message %j', (message) => {
  expect(describeFailure(new Error(message)).text).toBe('Error');
  const error = Object.assign(new Error(message), { name: message, code: message, constraint: message });
  expect(describeFailure(error).text).toBe('Error');
});

it('is the same for other ids, numbers and names, and differs for other words', () => {
  const keyOf = (message: string) => describeFailure(new Error(message)).key;
  expect(keyOf('Ada has no payment pay-17 of 3 today.')).toBe(
    keyOf('Grace has no payment pay-18 of 44 today.'),
  );
  expect(keyOf('no payment')).not.toBe(keyOf('no refund'));
  expect(describeFailure('no payment').text).toBe('Error');
  expect(describeFailure(undefined).text).toBe('Error');
});
