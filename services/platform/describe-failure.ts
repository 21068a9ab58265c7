import { createHash } from 'node:crypto';
import { QueryFailedError } from 'typeorm';
import { describeError } from './describe-error.ts';

// A path has at most 255 bytes on the systems that we run on; a longer line is part of a message.
const maxFrameChars = 500;

/**
 * Describes an error for records that outlive an erasure: what it is, without what it is about. `key` is the same for the same
 * error, whatever ids, numbers and names its message contains; `text` is class, codes and file: no word of the message, which
 * may contain personal data.
 */
export function describeFailure(error: unknown) {
  const parts = [nameOf(error), ...codesOf(error)].join(' ');
  const file = fileOf(error);
  const text = file ? `${parts} in ${file}` : parts;
  // Names, ids, numbers and quoted values are no lower-case words.
  const words = describeError(error).match(/(?<=^|\s)[a-z]+(?=[.,:;]?(\s|$))/g) ?? [];
  return {
    key: createHash('sha256')
      .update(`${text} ${words.join(' ')}`)
      .digest('base64url')
      .slice(0, 16),
    text,
  };
}

const nameOf = (error: unknown) =>
  error instanceof Error && /^\w{1,60}$/.test(error.name) ? error.name : 'Error';

/** SQLSTATE and the constraint, column or table; or the code that Node gives a system error. */
function codesOf(error: unknown): string[] {
  const cause = (error instanceof QueryFailedError ? error.driverError : error) as Record<
    string,
    unknown
  > | null;
  const object = cause?.constraint ?? cause?.column ?? cause?.table;
  return [
    ...(isMatch(cause?.code, /^[A-Z0-9_]{2,40}$/) ? [cause?.code as string] : []),
    ...(error instanceof QueryFailedError && isMatch(object, /^[a-z0-9_]{1,63}$/) ? [object as string] : []),
  ];
}

const isMatch = (value: unknown, pattern: RegExp) => typeof value === 'string' && pattern.test(value);

/** The first file of a module in the stack; those of the platform and the worker's runtime are in every stack. */
function fileOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const frames = (error.stack ?? '').replace(error.message, '').split('\n').slice(1);
  return frames
    .filter((frame) => frame.length <= maxFrameChars)
    .map((frame) => /^ +at .*\/((?:services|workers)\/[\w./-]+\.ts):\d+/.exec(frame)?.[1])
    .find((file) => file && !/^(services\/platform|workers\/runtime)\//.test(file));
}
