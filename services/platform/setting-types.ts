import * as z from 'zod';

/** `true` or `false`, and what people write for them. */
export const flag = z.stringbool();

/** A TCP port; the two above it are taken by providers of the sandbox. */
export const port = z.coerce.number().int().min(1).max(65_533);

/** A URL with one of the schemes. */
export const url = (...schemes: string[]) =>
  z.url({
    protocol: new RegExp(`^(${schemes.join('|')})$`),
    error: `must be a URL (${schemes.join(' or ')})`,
  });

/** How people reach us: an e-mail address, or a page. */
export const contact = z.union([z.email(), url('https')], 'must be an e-mail address or an https URL');

/** At least one item, separated by commas. */
export const list = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (text) => (typeof text === 'string' ? text.split(',').map((part) => part.trim()) : text),
    z.array(item).min(1),
  );

/** Connections of a pool. */
export const poolSize = (smallest: number) => z.coerce.number().int().min(smallest).max(1_000);

/** The name of a bucket of an object store. */
export const bucket = z.string().regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'must be the name of a bucket');
