import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import * as z from 'zod';

const TableSchema = z.object({ rows: z.number(), sum: z.string() });

const ManifestSchema = z.object({
  format: z.literal('courselift-backup-1'),
  createdAt: z.iso.datetime(),
  /** `server_version` of the PostgreSQL that was backed up. */
  server: z.string(),
  /** Names of the migrations of the database. Versions before the first release did not write them. */
  migrations: z.array(z.string()).default([]),
  /** The sums that {@link readTableSums} read in the snapshot of the dump. */
  tables: z.record(z.string(), TableSchema),
});

/** First line of a backup, before pg_dump's custom format: the sums of the tables, which a restored database must have. */
export type Manifest = z.output<typeof ManifestSchema>;

const newline = 0x0a;

/** Creates a key pair: the secret key (`AGE-SECRET-KEY-1…`) and its public key (`age1…`). */
export async function createKeyPair(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateIdentity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/**
 * Encrypts a backup in the age format (https://age-encryption.org/v1), which detects a changed and a truncated file.
 *
 * @param recipients public keys, `age1…`.
 */
export async function encryptBackup(
  manifest: Manifest,
  dump: AsyncIterable<Uint8Array>,
  recipients: readonly string[],
): Promise<Readable> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  async function* plain() {
    yield Buffer.from(`${JSON.stringify(manifest)}\n`);
    yield* dump;
  }
  return fromWeb(await encrypter.encrypt(toWeb(Readable.from(plain()))));
}

/**
 * Decrypts a backup. `dump` throws at the end of a truncated file, so that its reader must not use what it read before.
 *
 * @param identity secret key, `AGE-SECRET-KEY-1…`.
 * @throws Error in one line when the key does not fit or the file is not a backup.
 */
export async function decryptBackup(
  file: Readable,
  identity: string,
): Promise<{ manifest: Manifest; dump: AsyncIterable<Uint8Array> }> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const chunks = (async function* () {
    try {
      yield* fromWeb(await decrypter.decrypt(toWeb(file))) as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw new Error(describe(error), { cause: error });
    }
  })();
  let head = Buffer.alloc(0);
  while (!head.includes(newline)) {
    const { value, done } = await chunks.next();
    if (done) throw new Error('The file is no backup of this product.');
    head = Buffer.concat([head, value]);
  }
  const end = head.indexOf(newline);
  const manifest = ManifestSchema.safeParse(parseJson(head.subarray(0, end).toString()));
  if (!manifest.success) throw new Error('The file is no backup of this product.');
  async function* dump() {
    yield head.subarray(end + 1);
    yield* chunks;
  }
  return { manifest: manifest.data, dump: dump() };
}

function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /no identity matched/i.test(message)
    ? 'This key does not decrypt the backup.'
    : `The backup is damaged or truncated (${message}).`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// The types of streams of Node and of the library, which uses those of browsers, differ in name only.
const toWeb = (stream: Readable) =>
  Readable.toWeb(stream) as unknown as globalThis.ReadableStream<Uint8Array>;
const fromWeb = (stream: globalThis.ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as unknown as ReadableStream);
