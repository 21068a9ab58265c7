import { createHash, randomInt } from 'node:crypto';

// Without characters that are easily confused; 32 of them, so that a character has 5 bits.
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const codeCount = 10;
const groupCount = 7;

/** Returns ten random recovery codes of 140 bits, written in seven groups of four characters. */
export function createRecoveryCodes(): string[] {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: codeCount }, () => Array.from({ length: groupCount }, group).join('-'));
}

/**
 * Returns the hash under which a recovery code is stored; case, spaces and hyphens do not matter. A fast hash is enough,
 * because 140 random bits cannot be guessed (ASVS 5.0 requires 112). Earlier codes have 80.
 */
export function hashRecoveryCode(code: string, operatorId: string): Buffer {
  const plain = code.toUpperCase().replace(/[^A-Z\d]/g, '');
  return createHash('sha256').update(`${operatorId}:${plain}`).digest();
}
