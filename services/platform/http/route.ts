import type { Request, Response } from 'express';
import type { Endpoint, FileRule, Received, ResponseBody, Role, SignedBody } from '#contracts/endpoint.ts';
import type { CsvResponse, EventSource, ZipResponse } from './streams.ts';

/** The authenticated caller, from the session of the token. */
export interface Caller {
  id: string;
  role: Role;
  sessionId: string;
  /** Whether the person signed in, or proved again who they are, within the last 15 minutes. */
  isConfirmed?: boolean;
  /** Of the browser that the person used last (IANA name). */
  timeZone?: string | null;
  /** Set for an operator who is a lead. */
  isLead?: boolean;
}

/** An uploaded file; the type was detected from its content. */
export interface UploadedFile {
  contentType: string;
  data: Buffer;
}

/** A file as a response; `maxAgeS` lets clients cache it for so many seconds. */
export interface BinaryResponse {
  contentType: string;
  data: Buffer;
  maxAgeS?: number;
}

/**
 * A redirect: its location, or a function that sends it. The function counts the use against the contract's rate limit
 * itself, because it reports every error on the page that it redirects to.
 */
export type Redirect =
  | string
  | ((req: Request, res: Response, count: () => Promise<unknown>) => Promise<void>);

/** Arguments of a handler: the validated parts of the request and the caller. */
export type Call<E extends Endpoint, C extends Caller = Caller> = Received<E> & {
  caller: E['auth'] extends 'public' | 'signature'
    ? undefined
    : E['auth'] extends 'optional'
      ? C | undefined
      : C;
  userAgent: string | undefined;
  /** The caller's IP address; IPv6 addresses of one network (/56) are one. */
  ip: string;
  /** A page is rendered from the response: nothing may be changed, and nothing waited for that takes long. */
  isForPage?: true;
  file: E extends { file: { isIgnoredWith: unknown } }
    ? UploadedFile | undefined
    : E extends { file: FileRule }
      ? UploadedFile
      : undefined;
} & SignedPart<E>;

type SignedPart<E extends Endpoint> = E extends { signedBody: SignedBody }
  ? {
      /** The unparsed body and its signature, not yet verified. */
      signed: { bytes: Buffer; signature: string | undefined };
    }
  : unknown;

interface OtherBodies {
  binary: BinaryResponse;
  csv: CsvResponse;
  zip: ZipResponse;
  events: EventSource;
  redirect: Redirect;
}

type Body<E extends Endpoint> = E['response'] extends keyof OtherBodies
  ? OtherBodies[E['response']]
  : ResponseBody<E>;

/** A success with a status other than the contract's first, or with headers of its own. */
export class Reply<B> {
  readonly status: number;
  readonly body: B;
  readonly headers: Readonly<Record<string, string | string[]>>;

  constructor(status: number, body: B, headers: Record<string, string | string[]> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Handles one call and returns the response. Throws `HttpError` for errors of the caller. */
export type Handler<E extends Endpoint, Deps, C extends Caller = Caller> = (
  call: Call<E, C>,
  deps: Deps,
) => Promise<Body<E> | Reply<Body<E>>>;

/**
 * Returns the caller of a valid session by its id, with what the handler needs of them, so that both are read by one
 * statement.
 */
export type FindCallerFor<Deps, C extends Caller> = (sessionId: string, deps: Deps) => Promise<C | undefined>;

/** A contract with its handler. */
export interface Route<Deps> {
  contract: Endpoint;
  handle: Handler<Endpoint, Deps>;
  findCaller?: FindCallerFor<Deps, Caller>;
}

/**
 * Connects a contract to its handler; their types must match.
 *
 * @param findCaller required for a handler that needs more of its caller than {@link Caller}
 */
export function route<const E extends Endpoint, Deps, C extends Caller = Caller>(
  contract: E,
  handle: Handler<E, Deps, C>,
  ...[findCaller]: Caller extends C ? [] : [findCaller: FindCallerFor<Deps, C>]
): Route<Deps> {
  // Type-checked here; a list of routes cannot preserve the types of each.
  return {
    contract,
    handle: handle as unknown as Handler<Endpoint, Deps>,
    ...(findCaller && { findCaller }),
  };
}
