import * as z from 'zod';

/** A setting of 32 bytes in base64. */
export const base64Key = z
  .base64()
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64');

/**
 * A setting that lists keys of 32 bytes, as in `1:base64key,2:base64key`.
 *
 * @param number what the number of a key must look like.
 */
export const keyRing = (number: RegExp) =>
  z
    .string()
    .transform((text, context) => {
      const pairs = text.split(',').map((part) => part.trim().split(/:(.*)/s).slice(0, 2));
      const numbers = pairs.map(([name]) => name);
      const repeated = numbers.find((name, index) => numbers.indexOf(name) < index);
      // A malformed number may be a key, which must not be printed.
      if (numbers.some((name) => !number.test(name ?? '')))
        context.addIssue({ code: 'custom', message: 'must look like 1:base64key,2:base64key' });
      else if (repeated) context.addIssue({ code: 'custom', message: `lists key ${repeated} twice` });
      return Object.fromEntries(pairs);
    })
    .pipe(z.record(z.string(), base64Key));

/** Returns the number of the key that encrypts: the chosen one, or else the highest. */
export const encryptingVersion = (keys: Readonly<Record<string, string>>, chosen?: number): string =>
  String(chosen ?? Math.max(...Object.keys(keys).map(Number)));
