import { readFile } from 'node:fs/promises';

/** Reads the secret key of backups from a file as `age-keygen` and `ops:backup --new-key` write it. */
export async function readIdentity(file: string): Promise<string> {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim());
  const identity = lines.find((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (!identity) throw new Error(`${file} contains no secret key (AGE-SECRET-KEY-…).`);
  return identity;
}
