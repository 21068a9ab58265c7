import { expect, it } from 'vitest';
import { readStatusQuery } from './status-query.ts';

it.each(['requestID', 'requestId'])(
  'reads the request from %s, and nothing that names a person',
  (spelling) => {
    const query = readStatusQuery(`?state=meet&learner=Ada+L&id=u&price=70&unit=USD&${spelling}=r`);
    expect(query).toEqual({ state: 'meet', requestId: 'r' });
  },
);

it.each(['', '?state=pay', '?state=other&requestID='])('is about paying nothing for %j', (search) => {
  expect(readStatusQuery(search)).toEqual({ state: 'pay', requestId: '' });
});
