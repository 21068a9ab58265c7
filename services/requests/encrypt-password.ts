import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Config } from '#services/platform/config.ts';
import type { PlatformLogin } from './platform-login.entity.ts';

type EncryptedPassword = Pick<PlatformLogin, 'keyVersion' | 'wrappedKey' | 'sealed'>;
type Keys = Pick<Config, 'credentialKeys'>;

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a platform password with AES-256-GCM and a data key of its own, which is wrapped by the newest configured
 * key (envelope encryption). Both ciphertexts are bound to the request by additional authenticated data, so that a row
 * copied to another request cannot be decrypted.
 */
export function encryptPassword(
  password: string,
  requestId: string,
  { credentialKeys }: Keys,
): EncryptedPassword {
  const keyVersion = String(Math.max(...Object.keys(credentialKeys).map(Number)));
  const dataKey = randomBytes(32);
  return {
    keyVersion,
    wrappedKey: encrypt(dataKey, keyForVersion(credentialKeys, keyVersion), `${requestId}:${keyVersion}`),
    sealed: encrypt(Buffer.from(password, 'utf8'), dataKey, requestId),
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
  const wrapping = keyForVersion(credentialKeys, login.keyVersion);
  const dataKey = decrypt(login.wrappedKey, wrapping, `${requestId}:${login.keyVersion}`);
  return decrypt(login.sealed, dataKey, requestId).toString('utf8');
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
