import { expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { contractModules } from '../contract-modules.ts';
import { fieldErrors } from './field-errors.ts';

interface BodyOf {
  method: string;
  path: string;
  body: z.ZodMiniType;
}

const isWithBody = (value: unknown): value is BodyOf =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  'body' in value &&
  value.body !== undefined;
const calls = Object.values(contractModules).flatMap((module) => Object.values(module).filter(isWithBody));
const fieldsOf = ({ body }: BodyOf) => Object.keys((body as { shape?: object }).shape ?? {});

it('says in our words what is missing from a body, and what has another type', () => {
  expect(calls.length).toBeGreaterThan(40);
  const problems = calls.flatMap((call) =>
    [{}, Object.fromEntries(fieldsOf(call).map((field) => [field, 7]))].flatMap((body) => {
      const { error } = call.body.safeParse(body);
      return Object.entries(error ? fieldErrors(error) : {}).flatMap(([field, message]) =>
        /^(Invalid|Unrecognized|Expected|Required)/.test(message)
          ? [`${call.method} ${call.path} ${field}: ${message}`]
          : [],
      );
    }),
  );
  expect(problems).toEqual([]);
});
