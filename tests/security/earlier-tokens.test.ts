import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hourMs, minuteMs } from '#contracts/durations.ts';
import { readGoogleTicket } from '#services/accounts/google/google-identity.ts';
import { readGoogleState } from '#services/accounts/google/google-state.ts';
import { findKnownDevice, knownDeviceCookie, networkHash } from '#services/accounts/sessions/devices.ts';
import { readSessionToken, signSessionToken } from '#services/accounts/sessions/start-session.ts';
import { readConfig } from '#services/platform/config.ts';
import { accountLinks, type LinkPurpose, links } from '#services/platform/tokens/links.ts';

// Signed by the version before all tokens had one module, on 2026-05-01 with a key of 32 bytes of 7.
const header = 'eyJhbGciOiJIUzI1NiJ9';
const parts = {
  confirm:
    'eyJzdWIiOiI1ZDBhMGM5ZS04YTRlLTRkNTItOWYwZS0wMDAwMDAwMDAwMDEiLCJpc3MiOiJjb3Vyc2VsaWZ0IiwiYXVkIjoiY291cnNlbGlmdC1uZXdzbGV0dGVyLWNvbmZpcm0iLCJpYXQiOjE3Nzc2Mjk2MDAuMTIzLCJleHAiOjE3NzgyMzQ0MDB9.yGwTFBA4DsVUKroZtjtxB7WDnZn6dZmP3DAivNh3JPg',
  unsubscribe:
    'eyJzdWIiOiI1ZDBhMGM5ZS04YTRlLTRkNTItOWYwZS0wMDAwMDAwMDAwMDEiLCJpc3MiOiJjb3Vyc2VsaWZ0IiwiYXVkIjoiY291cnNlbGlmdC1uZXdzbGV0dGVyLXVuc3Vic2NyaWJlIiwiaWF0IjoxNzc3NjI5NjAwLjEyM30.2N2xqPn2aOTUHSTsPo4Lz4JqBzYTIOu9gXpBntYrSd0',
  mailUser:
    'eyJ0b3BpYyI6Im1lZXRpbmciLCJraW5kIjoidXNlciIsInN1YiI6IjVkMGEwYzllLThhNGUtNGQ1Mi05ZjBlLTAwMDAwMDAwMDAwMSIsImlzcyI6ImNvdXJzZWxpZnQiLCJhdWQiOiJjb3Vyc2VsaWZ0LW1haWwtdG9waWMifQ.GKSntNO8RfN0PahiOxcxd6gyVL_fDCTW1kJDXdFA7Zc',
  mailAddress:
    'eyJ0b3BpYyI6Imludml0YXRpb24iLCJraW5kIjoiYWRkcmVzcyIsInN1YiI6ImFHRnphQSIsImlzcyI6ImNvdXJzZWxpZnQiLCJhdWQiOiJjb3Vyc2VsaWZ0LW1haWwtdG9waWMifQ.fSbl0lEn23jmPGqcI9CfiCiuIPDeghobct_73V-EeQo',
  'verify-email':
    'eyJqdGkiOiI1ZDBhMGM5ZS04YTRlLTRkNTItOWYwZS0wMDAwMDAwMDAwMDEiLCJpc3MiOiJjb3Vyc2VsaWZ0IiwiYXVkIjoiY291cnNlbGlmdC1saW5rLXZlcmlmeS1lbWFpbCJ9.k31IMreb8kMT_PUdB35eciyZ2oKMqibgZ8mtaWPI6Uk',
  'reset-password':
    'eyJqdGkiOiI1ZDBhMGM5ZS04YTRlLTRkNTItOWYwZS0wMDAwMDAwMDAwMDEiLCJpc3MiOiJjb3Vyc2VsaWZ0IiwiYXVkIjoiY291cnNlbGlmdC1saW5rLXJlc2V0LXBhc3N3b3JkIn0.GEG7-0AP6X5-ouYxB6caXnZFJM0KT2S5OCslmYbjqWA',
  'change-email':
    'eyJqdGkiOiI1ZDBhMGM5ZS04YTRlLTRkNTItOWYwZS0wMDAwMDAwMDAwMDEiLCJpc3MiOiJjb3Vyc2VsaWZ0IiwiYXVkIjoiY291cnNlbGlmdC1saW5rLWNoYW5nZS1lbWFpbCJ9.4RrCBdgF0Z4-P0f4PB24VXCOh5vE3IhRsaMJZfjhX7c',
  'undo-email-change':
    'eyJqdGkiOiI1ZDBhMGM5ZS04YTRlLTRkNTItOWYwZS0wMDAwMDAwMDAwMDEiLCJpc3MiOiJjb3Vyc2VsaWZ0IiwiYXVkIjoiY291cnNlbGlmdC1saW5rLXVuZG8tZW1haWwtY2hhbmdlIn0.nxiAwVDTux9P_mmvlXM9FVJ0pw9fVPzip6QzuvnxZAA',
  meeting:
    'eyJ0byI6IktXblJiWW9jS29EbG00OGR6NkV5TlduMzdXNGk0R2NWeXBJcVRELTlMbUkiLCJzdWIiOiI1ZDBhMGM5ZS04YTRlLTRkNTItOWYwZS0wMDAwMDAwMDAwMDEiLCJpc3MiOiJjb3Vyc2VsaWZ0IiwiYXVkIjoiY291cnNlbGlmdC1tZWV0aW5nLXJlcGx5In0.WHRuoWGnWq0_fVL7yYstxyBbUpWWDhlIDjJyHjQf8DA',
  session:
    'eyJqdGkiOiI1ZDBhMGM5ZS04YTRlLTRkNTItOWYwZS0wMDAwMDAwMDAwMDEiLCJzdWIiOiI1ZDBhMGM5ZS04YTRlLTRkNTItOWYwZS0wMDAwMDAwMDAwMDIiLCJpc3MiOiJjb3Vyc2VsaWZ0IiwiYXVkIjoiY291cnNlbGlmdC13ZWIiLCJpYXQiOjE3Nzc2Mjk2MDAsImV4cCI6MTc3NzcxNjAwMH0.aPBkPcot-Fp-NNmEja4zKAwcGMNc9gowpMjYQ9m1Qic',
  ticket:
    'eyJlbWFpbCI6ImFkYUBwZW9wbGUuZXhhbXBsZSIsIm5hbWUiOiJBZGEgT2JpIiwianRpIjoiNWQwYTBjOWUtOGE0ZS00ZDUyLTlmMGUtMDAwMDAwMDAwMDA2Iiwic3ViIjoiMTIzNCIsImlzcyI6ImNvdXJzZWxpZnQiLCJhdWQiOiJjb3Vyc2VsaWZ0LWdvb2dsZS1yZWdpc3RyYXRpb24iLCJpYXQiOjE3Nzc2Mjk2MDAsImV4cCI6MTc3NzYzMTQwMH0.D9VFpPEfj-12cb80PaYSU9UYQ9rnCRt9ggWLoUGoO3c',
  state:
    'eyJub25jZSI6ImFxTFV1VEpnaG92Rk5GUmdoNy12cmFPTSIsInZlcmlmaWVyIjoidiIsIm5leHQiOiIvZGFzaGJvYXJkIiwiaXNzIjoiY291cnNlbGlmdCIsImF1ZCI6ImNvdXJzZWxpZnQtZ29vZ2xlLXN0YXRlIiwiaWF0IjoxNzc3NjI5NjAwLCJleHAiOjE3Nzc2MzAyMDB9.1UPnJTatvz34jAaSGC1gM4n_9dB6ZrN59T5Tv_71Coo',
};
const earlier = (name: keyof typeof parts) => `${header}.${parts[name]}`;
const device = 'courselift-device=AAAAAAAAAAAAAAAA.PI6won5IDWLtu_zpSXsl14qwv9hmD9d7iM0daA8hxR8';

const issuedAt = new Date('2026-05-01T10:00:00.123Z');
const config = { token: { secret: Buffer.alloc(32, 7), lifetimeMs: 1 }, publicUrl: 'http://localhost' };
const id = '5d0a0c9e-8a4e-4d52-9f0e-000000000001';
const address = 'ada@people.example';

beforeEach(() => void vi.useFakeTimers({ now: issuedAt.getTime() + 60_000, toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

describe('tokens that an earlier version signed stay valid', () => {
  it.each([
    ['confirm', links.subscribe],
    ['unsubscribe', links.unsubscribe],
  ] as const)('to %s a subscription', async (purpose, link) => {
    expect(await link.verify(earlier(purpose), config)).toMatchObject({ sub: id, issuedAt });
  });

  it('at the foot of a mail, of an account and of an address', async () => {
    expect(await links.mailTopic.verify(earlier('mailUser'), config)).toEqual({
      kind: 'user',
      sub: id,
      topic: 'meeting',
    });
    expect(await links.mailTopic.verify(earlier('mailAddress'), config)).toEqual({
      kind: 'address',
      sub: 'aGFzaA',
      topic: 'invitation',
    });
  });

  // Earlier versions had no links to guardians.
  const purposes = (Object.keys(accountLinks) as LinkPurpose[]).filter(
    (purpose) => purpose !== 'guardian-consent',
  );

  it.each(purposes)('in the link to %s, for no other purpose', async (purpose) => {
    expect(await accountLinks[purpose].verify(`${earlier(purpose)}\n`, config)).toEqual({ jti: id });
    for (const other of purposes) {
      if (other !== purpose)
        expect(await accountLinks[other].verify(earlier(purpose), config)).toBeUndefined();
    }
  });

  it('in the link to reply to a meeting', async () => {
    const link = await links.meeting.verify(earlier('meeting'), config);
    expect(link).toEqual({ sub: id, to: expect.stringMatching(/^[\w-]{43}$/) });
  });

  it('of a session, until it expires', async () => {
    expect(await readSessionToken(earlier('session'), config)).toBe(id);
    vi.setSystemTime(issuedAt.getTime() + 25 * hourMs);
    expect(await readSessionToken(earlier('session'), config)).toBeUndefined();
  });

  it('of a registration with Google, for 30 minutes', async () => {
    expect(await readGoogleTicket(earlier('ticket'), config)).toEqual({
      id: '5d0a0c9e-8a4e-4d52-9f0e-000000000006',
      expiresAt: new Date('2026-05-01T10:30:00Z'),
      sub: '1234',
      email: address,
      fullName: 'Ada Obi',
    });
    vi.setSystemTime(issuedAt.getTime() + 31 * minuteMs);
    expect(await readGoogleTicket(earlier('ticket'), config)).toBeUndefined();
  });

  it('in the cookies of a visit to Google and of a known device', async () => {
    const nonce = 'aqLUuTJghovFNFRgh7-vraOM';
    expect(await readGoogleState(nonce, `courselift-google=${earlier('state')}`, config)).toEqual({
      nonce,
      verifier: 'v',
      next: '/dashboard',
      isKept: true,
    });
    expect(findKnownDevice(device, address, config)).toBe('AAAAAAAAAAAAAAAA');
    expect(findKnownDevice(device, `x${address}`, config)).toBeUndefined();
  });
});

// ASVS 9.2.2, 9.2.4
it('a token for one purpose is not accepted for any other', async () => {
  const readers = {
    confirm: (text: string) => links.subscribe.verify(text, config),
    unsubscribe: (text: string) => links.unsubscribe.verify(text, config),
    mailUser: (text: string) => links.mailTopic.verify(text, config),
    meeting: (text: string) => links.meeting.verify(text, config),
    session: (text: string) => readSessionToken(text, config),
    ticket: (text: string) => readGoogleTicket(text, config),
    'reset-password': (text: string) => accountLinks['reset-password'].verify(text, config),
  };
  const names = Object.keys(readers) as (keyof typeof readers)[];
  for (const reader of names) {
    for (const token of names) {
      const isAccepted = (await readers[reader](earlier(token))) !== undefined;
      expect([reader, token, isAccepted]).toEqual([reader, token, reader === token]);
    }
  }
});

describe('while the signing key is replaced', () => {
  const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');
  const settings = {
    DATABASE_URL: 'postgres://127.0.0.1/x',
    SMTP_URL: 'smtp://127.0.0.1',
    PAYMENT_BASE_URL: 'http://127.0.0.1',
    PAYMENT_SECRET_KEY: 'sk_test_12345678',
    CREDENTIAL_KEYS: `1:${key(1)}`,
    TOKEN_SECRET: key(7),
  };
  const before = readConfig(settings);
  const added = readConfig({ ...settings, TOKEN_KEYS: `1:${key(8)}`, TOKEN_SIGNING_KEY: '0' });
  const signing = readConfig({ ...settings, TOKEN_KEYS: `1:${key(8)}` });
  const second = readConfig({ ...settings, TOKEN_KEYS: `1:${key(8)},2:${key(9)}` });
  const removed = readConfig({ ...settings, TOKEN_SECRET: key(6), TOKEN_KEYS: `2:${key(9)}` });

  const session = { id, userId: id, expiresAt: new Date(issuedAt.getTime() + hourMs) };
  const kidOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

  it('the newest key signs, under its number, unless another one is chosen', async () => {
    const tokens = [before, added, signing, second].map((keys) => signSessionToken(session, keys));
    expect((await Promise.all(tokens)).map(kidOf)).toEqual([undefined, undefined, '1', '2']);
  });

  it.each([
    ['before and after the key is added', before, added],
    ['before and after the added key signs', added, signing],
    ['before and after another one signs', signing, second],
  ])('two processes, one configured as %s, accept the tokens of each other', async (_, current, next) => {
    const isLater = next === second;
    // The second key, too, is added before it signs.
    const listed = isLater
      ? readConfig({ ...settings, TOKEN_KEYS: `1:${key(8)},2:${key(9)}`, TOKEN_SIGNING_KEY: '1' })
      : current;
    for (const [signer, reader] of [
      [listed, next],
      [next, listed],
    ] as const) {
      expect(await readSessionToken(await signSessionToken(session, signer), reader)).toBe(id);
      const cookie = knownDeviceCookie(address, signer);
      expect(findKnownDevice(cookie, address, reader)).toEqual(expect.any(String));
    }
  });

  it('a token without the number of a key is that of TOKEN_SECRET, until it expires', async () => {
    expect(await readSessionToken(earlier('session'), second)).toBe(id);
    vi.setSystemTime(issuedAt.getTime() + 25 * hourMs);
    expect(await readSessionToken(earlier('session'), second)).toBeUndefined();
  });

  it('removing a key ends its tokens and no others', async () => {
    const [oldest, older, newest] = await Promise.all(
      [before, signing, second].map((keys) => signSessionToken(session, keys)),
    );
    expect(await readSessionToken(oldest ?? '', removed)).toBeUndefined();
    expect(await readSessionToken(older ?? '', removed)).toBeUndefined();
    expect(await readSessionToken(newest ?? '', removed)).toBe(id);
    expect(findKnownDevice(knownDeviceCookie(address, signing), address, removed)).toBeUndefined();
  });

  it('networks of sessions stay comparable', () => {
    expect(networkHash('203.0.113.7', second)).toBe(networkHash('203.0.113.7', before));
  });

  it.each([
    [
      { TOKEN_KEYS: `1:${key(8)}`, TOKEN_SIGNING_KEY: '2' },
      'TOKEN_SIGNING_KEY is 2, which TOKEN_KEYS does not list',
    ],
    [{ TOKEN_SIGNING_KEY: '1' }, 'TOKEN_SIGNING_KEY is 1, which TOKEN_KEYS does not list'],
    [{ TOKEN_KEYS: `0:${key(8)}` }, 'TOKEN_KEYS must look like 1:base64key,2:base64key'],
    [{ TOKEN_KEYS: `1:${key(8)},1:${key(9)}` }, 'TOKEN_KEYS lists key 1 twice'],
    [{ TOKEN_KEYS: '1:AAAA' }, 'TOKEN_KEYS must be 32 bytes in base64'],
  ])('refuses %o', (change, problem) => {
    expect(() => readConfig({ ...settings, ...change })).toThrow(`Configuration: ${problem}.`);
  });
});
