import { describe, expect, it } from 'vitest';
import { describeRedisHosts, parseRedisAddress, redisPassword } from './redis-address.ts';

describe('the address of Redis', () => {
  it.each([
    ['redis://cache:6380', { kind: 'server', url: 'redis://cache:6380' }],
    ['rediss://user:secret@cache', { kind: 'server', url: 'rediss://user:secret@cache' }],
    [
      'redis+sentinel://one:26380,two/queues',
      {
        kind: 'sentinel',
        group: 'queues',
        sentinels: [
          { host: 'one', port: 26_380 },
          { host: 'two', port: 26_379 },
        ],
      },
    ],
    [
      'redis+sentinel://app:p%40ss@one/queues',
      {
        kind: 'sentinel',
        group: 'queues',
        sentinels: [{ host: 'one', port: 26_379 }],
        username: 'app',
        password: 'p@ss',
      },
    ],
    [
      'redis+cluster://:secret@one:7000,two:7001',
      {
        kind: 'cluster',
        nodes: [
          { host: 'one', port: 7000 },
          { host: 'two', port: 7001 },
        ],
        password: 'secret',
      },
    ],
  ])('%s is read', (text, address) => expect(parseRedisAddress(text)).toEqual(address));

  it.each([
    'http://cache',
    'redis+sentinel://one:26379',
    'redis+cluster://one/queues',
    'redis+cluster://',
    'redis+cluster://one:seven',
    'cache:6379',
  ])('%s is refused with the forms that are allowed', (text) =>
    expect(() => parseRedisAddress(text)).toThrow(),
  );

  it('is described by its hosts alone', () => {
    expect(describeRedisHosts('redis://:secret@cache:6380')).toBe('cache:6380');
    expect(describeRedisHosts('redis+sentinel://app:secret@one,two:1/queues')).toBe('one:26379, two:1');
    expect(redisPassword('redis+sentinel://app:secret@one,two:1/queues')).toBe('secret');
    expect(redisPassword('redis://one:6379')).toBe('');
  });
});
