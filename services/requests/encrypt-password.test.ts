import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decryptPassword, encryptPassword, rewrapPassword } from './encrypt-password.ts';

const key = () => randomBytes(32).toString('base64');
const requestId = 'f3b8a0b6-3a31-4d55-9f4a-0c1d2e3f4a5b';
const other = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
const oldKey = key();
const keys = { credentialKeys: { 1: oldKey, 2: key(), 10: key() } };

describe('an encrypted password', () => {
  it.each(['secret', '', 'пароль 🙂 \u0000', 'x'.repeat(1_000)])('decrypts to %j', (password) => {
    expect(decryptPassword(encryptPassword(password, requestId, keys), requestId, keys)).toBe(password);
  });

  // ASVS 14.2.4
  it('does not contain the password, and differs each time', () => {
    const password = 'a password that is long enough to be found';
    const [first, second] = [
      encryptPassword(password, requestId, keys),
      encryptPassword(password, requestId, keys),
    ];
    for (const { encrypted, wrappedKey } of [first, second])
      expect(Buffer.concat([encrypted, wrappedKey]).includes(password.slice(0, 8))).toBe(false);
    expect(first.encrypted.equals(second.encrypted)).toBe(false);
    expect(first.wrappedKey.equals(second.wrappedKey)).toBe(false);
  });

  // ASVS 11.2.2
  it('uses the newest key, and decrypts with an older one', () => {
    const old = encryptPassword('secret', requestId, { credentialKeys: { 1: oldKey } });
    expect(old.keyVersion).toBe('1');
    expect(encryptPassword('secret', requestId, keys).keyVersion).toBe('10');
    expect(decryptPassword(old, requestId, keys)).toBe('secret');
  });

  it('uses the chosen key instead of the newest one', () => {
    const chosen = encryptPassword('secret', requestId, { ...keys, credentialKeyVersion: '2' });
    expect(chosen.keyVersion).toBe('2');
    expect(decryptPassword(chosen, requestId, keys)).toBe('secret');
  });

  it('gets another key without being encrypted again, and then needs no earlier one', () => {
    const old = encryptPassword('secret', requestId, { credentialKeys: { 1: oldKey } });
    const rewrapped = { ...old, ...rewrapPassword(old, requestId, keys) };
    expect(rewrapped).toMatchObject({ keyVersion: '10', encrypted: old.encrypted });
    expect(rewrapped.wrappedKey.equals(old.wrappedKey)).toBe(false);
    const newest = { credentialKeys: { 10: keys.credentialKeys[10] } };
    expect(decryptPassword(rewrapped, requestId, newest)).toBe('secret');
    expect(() => rewrapPassword(old, other, keys)).toThrow();
    expect(() => rewrapPassword(old, requestId, newest)).toThrow(/version 1/);
  });

  it('cannot be decrypted for another request', () => {
    const encrypted = encryptPassword('secret', requestId, keys);
    expect(() => decryptPassword(encrypted, other, keys)).toThrow();
  });

  // ASVS 11.3.3
  it.each(['encrypted', 'wrappedKey'] as const)(
    'cannot be decrypted when a byte of its %s was changed',
    (part) => {
      const intact = encryptPassword('secret', requestId, keys);
      for (let index = 0; index < intact[part].length; index += 1) {
        const changed = Buffer.from(intact[part]);
        changed[index] = (changed[index] ?? 0) ^ 1;
        expect(() => decryptPassword({ ...intact, [part]: changed }, requestId, keys)).toThrow();
      }
    },
  );

  it('cannot be decrypted with another key, and the error names the missing key', () => {
    const encrypted = encryptPassword('secret', requestId, keys);
    expect(() => decryptPassword(encrypted, requestId, { credentialKeys: { 10: key() } })).toThrow();
    expect(() => decryptPassword(encrypted, requestId, { credentialKeys: { 1: oldKey } })).toThrow(
      /version 10/,
    );
  });

  it('cannot be decrypted with another key version', () => {
    const encrypted = encryptPassword('secret', requestId, { credentialKeys: { 1: oldKey } });
    const both = { credentialKeys: { 1: oldKey, 2: oldKey } };
    expect(() => decryptPassword({ ...encrypted, keyVersion: '2' }, requestId, both)).toThrow();
  });
});
