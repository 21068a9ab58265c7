import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Config } from '#services/platform/config.ts';
import { encryptingVersion } from '#services/platform/setting-types.ts';
import type { PlatformLogin } from './request.entity.ts';

type EncryptedPassword = Pick<PlatformLogin, 'keyVersion' | 'wrappedKey' | 'encrypted'>;
type Keys = Pick<Config, 'credentialKeys'> & Partial<Pick<Config, 'credentialKeyVersion'>>;

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a platform password with AES-256-GCM and a data key of its own, which is wrapped by the key of
 * `credentialKeyVersion`, or else the newest one (envelope encryption). Both ciphertexts are bound to the request by additional authenticated data, so that a row
 * copied to another request cannot be decrypted.
 */
export function encryptPassword(
  password: string,
  requestId: string,
  { credentialKeys, credentialKeyVersion: keyVersion = encryptingVersion(credentialKeys) }: Keys,
): EncryptedPassword {
  const dataKey = randomBytes(32);
  return {
    keyVersion,
    wrappedKey: wrap(dataKey, keyVersion, requestId, credentialKeys),
    encrypted: encrypt(Buffer.from(password, 'utf8'), dataKey, requestId),
  };
}

/**
 * Decrypts the result of {@link encryptPassword}. @throws Error when the row was altered or moved, or its key is not
 * configured.
 */
export function decryptPassword(
  login: EncryptedPassword,
  requestId: string,
  { credentialKeys }: Keys,
): string {
  const dataKey = unwrap(login, requestId, credentialKeys);
  return decrypt(login.encrypted, dataKey, requestId).toString('utf8');
}

/**
 * Wraps the data key of an encrypted password with the key that encrypts now; the password itself is not decrypted. Returns
 * what has to be stored instead. @throws Error like {@link decryptPassword}.
 */
export function rewrapPassword(
  login: Omit<EncryptedPassword, 'encrypted'>,
  requestId: string,
  { credentialKeys, credentialKeyVersion: keyVersion = encryptingVersion(credentialKeys) }: Keys,
): Omit<EncryptedPassword, 'encrypted'> {
  const dataKey = unwrap(login, requestId, credentialKeys);
  return { keyVersion, wrappedKey: wrap(dataKey, keyVersion, requestId, credentialKeys) };
}

function wrap(dataKey: Buffer, version: string, requestId: string, keys: Config['credentialKeys']): Buffer {
  return encrypt(dataKey, keyForVersion(keys, version), `${requestId}:${version}`);
}

function unwrap(
  { keyVersion, wrappedKey }: Omit<EncryptedPassword, 'encrypted'>,
  requestId: string,
  keys: Config['credentialKeys'],
): Buffer {
  return decrypt(wrappedKey, keyForVersion(keys, keyVersion), `${requestId}:${keyVersion}`);
}

function keyForVersion(keys: Config['credentialKeys'], version: string): Buffer {
  const key = keys[version];
  if (!key) throw new Error(`CREDENTIAL_KEYS has no key of version ${version}`);
  return Buffer.from(key, 'base64');
}

function encrypt(plain: Buffer, key: Buffer, associatedData: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(associatedData));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(encrypted: Buffer, key: Buffer, associatedData: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, nonceBytes));
  decipher.setAAD(Buffer.from(associatedData)).setAuthTag(encrypted.subarray(-tagBytes));
  return Buffer.concat([decipher.update(encrypted.subarray(nonceBytes, -tagBytes)), decipher.final()]);
}
