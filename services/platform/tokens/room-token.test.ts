import { generateKeyPairSync } from 'node:crypto';
import { importSPKI, jwtVerify } from 'jose';
import { expect, it } from 'vitest';
import { toMeetingRooms } from '../provider-settings.ts';
import { signRoomAddress } from './room-token.ts';

const access = {
  room: 'courselift-1',
  name: 'Ada',
  from: new Date('2026-11-23T09:50:00Z'),
  until: new Date('2026-11-23T11:00:00Z'),
};
const duringIt = { currentDate: new Date('2026-11-23T10:15:00Z') };
const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const jitsi = {
  MEETING_PROVIDER: 'jitsi',
  MEETING_BASE_URL: 'https://meet.lift.example/',
  MEETING_APP_ID: 'lift',
  MEETING_APP_SECRET: 's'.repeat(64),
} as const;
const jaas = {
  MEETING_PROVIDER: 'jaas',
  MEETING_BASE_URL: 'https://meet.jit.si',
  MEETING_APP_ID: 'vpaas-magic-cookie-1',
  MEETING_APP_SECRET: keys.privateKey.replaceAll('\n', '\\n'),
  MEETING_KEY_ID: 'k1',
} as const;

function roomsOf(settings: Parameters<typeof toMeetingRooms>[0]) {
  const rooms = toMeetingRooms(settings);
  if (typeof rooms === 'string') throw new Error(rooms);
  return rooms;
}

it('leads to the room of a server of our own, with a token that it verifies with the shared secret', async () => {
  const address = new URL(await signRoomAddress(roomsOf(jitsi), access));
  expect(`${address.origin}${address.pathname}`).toBe('https://meet.lift.example/courselift-1');
  const token = address.searchParams.get('jwt') ?? '';
  const secret = Buffer.from(jitsi.MEETING_APP_SECRET);
  const { payload } = await jwtVerify(token, secret, { ...duringIt, audience: 'lift', issuer: 'lift' });
  expect(payload).toEqual({
    aud: 'lift',
    iss: 'lift',
    sub: 'meet.lift.example',
    room: 'courselift-1',
    context: { user: { name: 'Ada' } },
    nbf: access.from.getTime() / 1_000,
    exp: access.until.getTime() / 1_000,
  });
  await expect(jwtVerify(token, secret, { currentDate: access.until })).rejects.toThrow(/"exp"/);
});

it('leads to a room of Jitsi as a Service, with a token that it verifies with our public key', async () => {
  const address = new URL(await signRoomAddress(roomsOf(jaas), access));
  expect(`${address.origin}${address.pathname}`).toBe('https://8x8.vc/vpaas-magic-cookie-1/courselift-1');
  const token = address.searchParams.get('jwt') ?? '';
  const publicKey = await importSPKI(keys.publicKey, 'RS256');
  const verified = await jwtVerify(token, publicKey, { ...duringIt, audience: 'jitsi', issuer: 'chat' });
  expect(verified.protectedHeader).toMatchObject({ alg: 'RS256', kid: 'vpaas-magic-cookie-1/k1' });
  expect(verified.payload).toMatchObject({ sub: 'vpaas-magic-cookie-1', room: 'courselift-1' });
});

it.each([
  ['a server of our own', { ...jitsi, MEETING_BASE_URL: 'https://meet.jit.si' }, /MEETING_BASE_URL/],
  ['the secret', { ...jitsi, MEETING_APP_SECRET: undefined }, /MEETING_APP_ID and MEETING_APP_SECRET/],
  ['the number of the key', { ...jaas, MEETING_KEY_ID: undefined }, /MEETING_KEY_ID/],
])('says in one line that %s is missing', (_what, settings, line) => {
  expect(toMeetingRooms(settings)).toMatch(line);
});

it('needs no token for a public server', async () => {
  const rooms = roomsOf({ MEETING_PROVIDER: 'open', MEETING_BASE_URL: 'https://meet.jit.si/' });
  expect(await signRoomAddress(rooms, access)).toBe('https://meet.jit.si/courselift-1');
});
