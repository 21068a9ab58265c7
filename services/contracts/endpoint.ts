import * as z from 'zod/mini';
import type { RateLimitName } from './limits.ts';

/** Stored roles; operators are staff. */
export const roles = ['learner', 'sponsor', 'operator'] as const;
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
  /** Whether no file belongs to these fields, as they were sent; one that is sent is ignored. */
  isIgnoredWith?(fields: object): boolean;
}

/** A body that the handler gets as bytes, because a signature in a header covers them. */
export interface SignedBody {
  maxBytes: number;
  /** Lower case. */
  signatureHeader: string;
}

/** Contract of one call, shared by the browser client, the router, the OpenAPI document and the tests. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below `/api`, with `:name` parameters. */
  path: `/${string}`;
  summary: string;
  /**
   * Authorization: no token required, a token that is used when it is valid (`optional`), any valid token, one of the
   * roles (others get a 403), or the signature of `signedBody`, which the handler verifies. `desk` and `lead` need an operator's session in a cookie (others get a 404),
   * `lead` also a lead (operators get a 403).
   */
  auth: 'public' | 'optional' | 'token' | 'signature' | 'desk' | 'lead' | readonly Role[];
  /** Statuses of success; the first is the default. */
  statuses?: readonly [number, ...number[]];
  limit?: RateLimitName;
  /** Set on a GET with side effects: HEAD, prefetches and, except for redirects, navigations are rejected. */
  hasEffect?: true;
  /**
   * Honours `Idempotency-Key`: a repetition with the same key gets the first response. After an interruption, when it
   * is not known whether the first call took effect, a call is refused (`once`) or runs again (`repeatable`: a natural
   * key leads to the same result). On every POST that creates or pays, except where the response is a secret.
   */
  idempotency?: 'once' | 'repeatable';
  /** Public caching of a success: `max-age` and `stale-while-revalidate` of Cache-Control, in seconds. */
  cache?: { maxAgeS: number; staleS: number };
  params?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniType;
  /** Largest JSON body; 100 KB by default. */
  maxBodyBytes?: number;
  file?: FileRule;
  signedBody?: SignedBody;
  /**
   * Schema of a success; `binary` for files, `csv` for a table that is streamed, `zip` for an archive, `events` for a stream of server-sent
   * events, `redirect` to a page.
   */
  response: z.ZodMiniType | 'binary' | 'csv' | 'zip' | 'events' | 'redirect';
}

type Fixed = 'method' | 'path' | 'auth';

/** The rest of a call; without a `response` it responds with a message alone. */
type Details = Omit<Endpoint, Fixed | 'response'> & Partial<Pick<Endpoint, 'response'>>;

type Declared<F extends Pick<Endpoint, Fixed>, D> = F &
  D &
  (D extends Pick<Endpoint, 'response'> ? unknown : { response: typeof MessageSchema });

/** Declares a call. Preserves the literal types, against which client and handler are checked. */
// Bundles then leave out the calls that a page does not use.
// @__NO_SIDE_EFFECTS__
export function endpoint<
  const M extends Endpoint['method'],
  const P extends Endpoint['path'],
  const A extends Endpoint['auth'],
  const D extends Details,
>(method: M, path: P, auth: A, details: D): Declared<{ method: M; path: P; auth: A }, D> {
  return { response: MessageSchema, ...details, method, path, auth } as unknown as Declared<
    { method: M; path: P; auth: A },
    D
  >;
}

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type Given<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

export interface Received<E extends Endpoint> {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
}

/** The input that a client sends, before defaults and trimming; without the parts that the call does not have. */
export type Sent<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends z.ZodMiniType ? K : never]: Given<E[K]>;
} & (E extends { file: FileRule } ? { file: Blob } : unknown);

export type ResponseBody<E extends Endpoint> = E['response'] extends z.ZodMiniType
  ? z.output<E['response']>
  : Blob;

/** Envelope of a success without data. */
export const MessageSchema = z.object({ message: z.string() });

/** Returns the schema of a success with data: `{ message, data }`. */
// @__NO_SIDE_EFFECTS__
export function dataResponse<T extends z.ZodMiniType>(data: T) {
  return z.object({ message: z.string(), data });
}

/** Returns the schema of a success whose data is an object of these fields. */
// @__NO_SIDE_EFFECTS__
export function objectResponse<T extends z.core.$ZodLooseShape>(fields: T) {
  return dataResponse(z.object(fields));
}

/** A list of objects with these fields. */
// @__NO_SIDE_EFFECTS__
export function listOf<T extends z.core.$ZodLooseShape>(fields: T) {
  return z.array(z.object(fields));
}

/** An object with these fields, or null. */
// @__NO_SIDE_EFFECTS__
export function nullableObject<T extends z.core.$ZodLooseShape>(fields: T) {
  return z.nullable(z.object(fields));
}

/** Body of every error response: a message, and messages by field for invalid input. */
export const FailureSchema = z.object({
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
});
export type Failure = z.output<typeof FailureSchema>;

/** A query parameter of a page's URL that is passed on as it is: anything but one text counts as absent. */
export const LenientText = z.catch(z.optional(z.string()), undefined);

const incompleteLink = 'This link is incomplete. Please open it from the mail again.';

// @__NO_SIDE_EFFECTS__
export function linkToken() {
  return z
    .string(incompleteLink)
    .check(z.minLength(1, { error: incompleteLink, abort: true }), z.maxLength(1_000, incompleteLink));
}
