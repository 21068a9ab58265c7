import type { Endpoint, FileRule, Received, ResponseBody, Role } from '#contracts/endpoint.ts';
import type { EventSource } from './event-stream.ts';

/** Who is calling, as the token's session says. */
export interface Caller {
  id: string;
  role: Role;
  sessionId: string;
}

/** An uploaded file whose type was decided by its content. */
export interface UploadedFile {
  contentType: string;
  data: Buffer;
}

/** A file as an answer; `maxAgeS` makes it immutable for so many seconds. */
export interface BinaryResponse {
  contentType: string;
  data: Buffer;
  maxAgeS?: number;
}

/** What a handler receives: the validated parts of the call and who makes it. */
export type Call<E extends Endpoint> = Received<E> & {
  caller: E['auth'] extends 'public' ? undefined : Caller;
  userAgent: string | undefined;
  file: E extends { file: FileRule } ? UploadedFile : undefined;
};

type Body<E extends Endpoint> = E['response'] extends 'binary'
  ? BinaryResponse
  : E['response'] extends 'events'
    ? EventSource
    : ResponseBody<E>;

/** A success with a status other than the contract's first, or with headers of its own. */
export class Reply<B> {
  readonly status: number;
  readonly body: B;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: B, headers: Record<string, string> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Decides one call, with what the product gives its handlers. Throws `HttpError` for all that a caller can mend. */
export type Handler<E extends Endpoint, Deps> = (
  call: Call<E>,
  deps: Deps,
) => Promise<Body<E> | Reply<Body<E>>>;

/** A contract with the handler that keeps it. */
export interface Route<Deps> {
  contract: Endpoint;
  handle: Handler<Endpoint, Deps>;
}

/** Ties a contract to its handler; the two must agree to compile. */
export function route<const E extends Endpoint, Deps>(contract: E, handle: Handler<E, Deps>): Route<Deps> {
  // The pair is checked here; a list of routes cannot keep each one's own types.
  return { contract, handle: handle as unknown as Handler<Endpoint, Deps> };
}
