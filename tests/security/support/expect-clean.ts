import { expect } from 'vitest';
import type { RawResponse } from './raw-call.ts';

/** Traces of the inside that no caller may ever read: stacks, SQL, paths, names of libraries. */
const inside =
  /\n\s+at |node_modules|\.[cm]?[jt]s:\d|\/(work|home|usr|tmp|root|srv|app)\/|\b(SELECT|INSERT INTO|UPDATE|DELETE FROM)\b|QueryFailed|TypeError|ZodError|syntax error|relation "|column "|[Pp]ostgres|TypeORM|typeorm|[Ee]xpress/;

/** Expects an error response (4xx) in the form of the API, with a sentence and no internals. */
export function expectRefusal(about: string, answer: RawResponse, ...statuses: number[]): void {
  const isExpected =
    statuses.length > 0 ? statuses.includes(answer.status) : /^4/.test(String(answer.status));
  expect({ about, isExpected, status: answer.status, text: answer.text.slice(0, 200) }).toMatchObject({
    about,
    isExpected: true,
  });
  expect({ about, type: answer.headers['content-type'] }).toEqual({
    about,
    type: 'application/json; charset=utf-8',
  });
  const keys = Object.keys(answer.json ?? {}).filter((key) => key !== 'errors');
  expect({ about, keys, message: answer.json?.message }).toEqual({
    about,
    keys: ['message'],
    message: expect.stringMatching(/^\p{Lu}.{3,}/u),
  });
  expectClean(about, answer);
}

/** Expects that a response is not an unhandled error and contains no internals. */
export function expectClean(about: string, { status, text, headers }: RawResponse): void {
  expect({ about, isAccident: status >= 500, text: text.slice(0, 200) }).toMatchObject({
    about,
    isAccident: false,
  });
  expect({ about, leak: `${JSON.stringify(headers)} ${text}`.match(inside)?.[0] }).toEqual({
    about,
    leak: undefined,
  });
  expect({ about, by: headers['x-powered-by'] }).toEqual({ about, by: undefined });
}
