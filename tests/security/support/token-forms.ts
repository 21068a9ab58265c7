import { base64url, SignJWT, UnsecuredJWT } from 'jose';
import { hourMs } from '#contracts/durations.ts';
import { addressHash } from '#services/accounts/preferences/mail-topics.ts';
import { readSessionToken, startSession } from '#services/accounts/sessions/start-session.ts';
import { links } from '#services/platform/tokens/links.ts';
import { join } from '#tests/support/people/people.ts';
import { idOf } from './accounts.ts';
import type { World } from './world.ts';

/** A token, or the lack of one, that must not sign anybody in. */
export interface TokenForm {
  about: string;
  /** Absent for no token. */
  token?: string;
  /** Sent in the query instead of a header. */
  isInQuery?: true;
}

/**
 * Returns the forms of tokens of a learner that must not be accepted. Whether a form names an existing session matters:
 * all but the expired, revoked and ended ones do, so that nothing but the flaw can be why they are rejected.
 */
export async function createTokenForms(world: World, role: 'learner' | 'sponsor'): Promise<TokenForm[]> {
  const { product } = world;
  const { config, db, url } = product;
  const person = await join(url, role);
  const userId = await idOf(product, person);
  const deps = { config, db: db.manager };
  const sessionOf = async (token: string) => {
    const id = await readSessionToken(token, config);
    if (!id) throw new Error('The session has no id');
    return id;
  };
  const jti = await sessionOf(person.token);
  const soon = new Date(Date.now() + hourMs);
  const claims = () =>
    new SignJWT({ jti, sub: userId })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('courselift')
      .setAudience('courselift-web')
      .setIssuedAt()
      .setExpirationTime(soon);
  const { secret } = config.token;
  const ended = async (change: string) => {
    const token = await startSession(userId, deps, 'node');
    await db.query(`UPDATE sessions SET ${change} WHERE id = $1`, [await sessionOf(token)]);
    return token;
  };
  const suspended = await join(url, role);
  await db.query(`INSERT INTO suspensions (user_id, reason, suspended_by_id) VALUES ($1, 'Fraud.', $2)`, [
    await idOf(product, suspended),
    world.operators.OP.id,
  ]);
  const unsecured = new UnsecuredJWT({ jti, sub: userId })
    .setIssuer('courselift')
    .setAudience('courselift-web')
    .setExpirationTime(soon);
  const [, deskToken = ''] = world.operators.LD.cookie.split('=');
  const [header, payload] = person.token.split('.');
  return [
    { about: 'none' },
    {
      about: 'expired',
      token: await claims()
        .setExpirationTime(new Date(Date.now() - 60_000))
        .sign(secret),
    },
    {
      about: 'wrong signature',
      token: await claims().sign(new TextEncoder().encode('another key of 32 bytes, or so…')),
    },
    {
      about: 'changed payload',
      token: person.token.replace(`.${payload}.`, `.${base64url.encode(JSON.stringify({ jti, sub: 'x' }))}.`),
    },
    { about: 'no signature', token: `${header}.${payload}.` },
    { about: 'alg none', token: unsecured.encode() },
    {
      about: 'other purpose',
      token: await links.meeting.sign({ sub: jti, to: addressHash(person.email) }, config),
    },
    { about: 'other audience', token: await claims().setAudience('courselift-export').sign(secret) },
    { about: 'other issuer', token: await claims().setIssuer('elsewhere').sign(secret) },
    { about: 'revoked session', token: await ended('revoked_at = now()') },
    { about: 'ended session', token: await ended(`expires_at = now() - interval '1 second'`) },
    { about: 'idle session', token: await ended(`last_seen_at = now() - interval '30 days'`) },
    { about: 'suspended person', token: suspended.token },
    { about: 'cookie of the desk', token: deskToken },
    { about: 'in the query', token: person.token, isInQuery: true },
    { about: 'garbage', token: 'a.b.c' },
    { about: 'oversized', token: 'x'.repeat(15_000) },
  ];
}
