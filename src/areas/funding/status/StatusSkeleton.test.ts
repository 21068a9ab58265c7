import { expect, it } from 'vitest';
import { readStatusQuery } from './StatusSkeleton.tsx';

// ASVS 14.2.1
it.each(['requestID', 'requestId'])('reads the request from %s, and no personal data', (spelling) => {
  const query = readStatusQuery(`?state=meet&learner=Ada+L&id=u&price=70&unit=USD&${spelling}=r`);
  expect(query).toEqual({ state: 'meet', requestId: 'r' });
});

it.each(['', '?state=pay', '?state=other&requestID='])('has no request for %j', (search) => {
  expect(readStatusQuery(search)).toEqual({ state: 'pay', requestId: '' });
});
