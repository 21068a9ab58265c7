import * as z from 'zod/mini';
import type { RateLimitName } from './limits.ts';

/** Stored roles; operators are staff. */
export const roles = ['learner', 'sponsor', 'operator'] as const;
/** A role from {@link roles}. */
export type Role = (typeof roles)[number];

/** One uploaded file of a multipart call. The type is decided by content, never by name. */
export interface FileRule {
  field: string;
  maxBytes: number;
  /** Media types that are accepted. */
  types: readonly string[];
  missing: string;
  tooLarge: string;
  wrongType: string;
}

/** A call, as a value: the browser client, the server's adapter, the OpenAPI document and the tests all take it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below `/api`, with `:name` parameters. */
  path: `/${string}`;
  summary: string;
  /** Who may call: anybody, anybody with a token, or the roles named (others get 403). */
  auth: 'public' | 'token' | readonly Role[];
  /** Statuses of success; the first is the usual one. */
  statuses?: readonly [number, ...number[]];
  limit?: RateLimitName;
  /** A GET that causes something: HEAD, navigations and prefetches are refused. */
  hasEffect?: true;
  /** A success may be kept by anybody for `maxAgeS` seconds, and shown for `staleS` more while it is renewed. */
  cache?: { maxAgeS: number; staleS: number };
  params?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniType;
  file?: FileRule;
  /** What a success answers; `binary` for files, `events` for a stream that says when there is news. */
  response: z.ZodMiniType | 'binary' | 'events';
}

/** Declares a call. Keeps the literal types, so that client and handler are checked against it. */
export function endpoint<const E extends Endpoint>(value: E): E {
  return value;
}

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type Given<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

/** What a handler receives after validation. */
export interface Received<E extends Endpoint> {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
}

/** What a caller sends, before defaults and trimming; parts that the call does not have are left out. */
export type Sent<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends z.ZodMiniType ? K : never]: Given<E[K]>;
} & (E extends { file: FileRule } ? { file: Blob } : unknown);

/** What a success answers, on the wire. */
export type ResponseBody<E extends Endpoint> = E['response'] extends z.ZodMiniType
  ? z.output<E['response']>
  : Blob;

/** The envelope of a success that says something and carries nothing. */
export const MessageSchema = z.object({ message: z.string() });

/** The envelope of a success: `{ message, data }`. */
export function dataResponse<T extends z.ZodMiniType>(data: T) {
  return z.object({ message: z.string(), data });
}

/** The body of every failure: one sentence, and one sentence a field where that helps. */
export const FailureSchema = z.object({
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
});
/** See {@link FailureSchema}. */
export type Failure = z.output<typeof FailureSchema>;

/** The first problem of each field, keyed by its dotted path, in the form that {@link FailureSchema} carries. */
export function fieldErrors(error: z.core.$ZodError): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.') || 'form';
    errors[path] ??= issue.message;
  }
  return errors;
}
