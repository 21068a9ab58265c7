// 32 random bytes have 28 different values or more in all but one of about 10,000 keys, and 16 or fewer practically never.
const fewestValues = 16;

/** Returns why a key of 32 bytes cannot have been generated at random; undefined when it can. */
export function findKeyProblem(name: string, key: Buffer): string | undefined {
  const isText = key.every((byte) => byte >= 0x20 && byte < 0x7f);
  if (!isText && new Set(key).size > fewestValues) return undefined;
  return `${name} is no random key, but a sample or a text. Generate one with: openssl rand -base64 32`;
}
