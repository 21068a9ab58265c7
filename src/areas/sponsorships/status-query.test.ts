import { expect, it } from 'vitest';
import { canPay, readStatusQuery } from './status-query.ts';

it.each(['requestID', 'requestId'])('reads the request from %s', (spelling) => {
  const query = readStatusQuery(`?state=meet&learner=Ada+L&id=u&price=70&unit=USD&${spelling}=r`);
  expect(query).toEqual({
    state: 'meet',
    learner: 'Ada L',
    learnerId: 'u',
    price: 70,
    currency: 'USD',
    requestId: 'r',
  });
  expect(canPay(query)).toBe(true);
});

it.each(['', '?price=x&unit=USD&requestID=r', '?price=70&requestID=r', '?price=-1&unit=USD&requestID=r'])(
  'does not pay from %j',
  (search) => {
    expect(canPay(readStatusQuery(search))).toBe(false);
  },
);
