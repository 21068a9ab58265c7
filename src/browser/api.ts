import type { Endpoint, Failure, ResponseBody, Sent } from '#contracts/endpoint.ts';
import { abortAfter } from './abort-after.ts';
import { learnServerTime } from './server-clock.ts';
import { $token, expireSession } from './session.ts';

/** Error messages for API calls without a response (specification section 8). */
export const apiCopy = {
  timedOut: 'Request timed out. Please try again.',
  noResponse: 'No response received from server. Please check your connection.',
  missingToken: 'Authentication token is missing. Please log in again.',
  offline: 'You are offline. Nothing is lost; please try again when you are connected.',
} as const;

const defaultTimeoutMs = 20_000;

/** An error response of the API: status, message, and messages by field where the server sent them. */
export class ApiError extends Error {
  // Fields that the constructor sets need no helper in older browsers.
  declare readonly status: number;
  declare readonly errors: Readonly<Record<string, string>>;

  constructor(status: number, failure: Failure) {
    super(failure.message);
    this.name = 'ApiError';
    this.status = status;
    this.errors = failure.errors ?? {};
  }
}

/** The API did not respond within the timeout. */
export class CallTimeoutError extends Error {
  constructor() {
    super(apiCopy.timedOut);
    this.name = 'CallTimeoutError';
  }
}

/** The API could not be reached: the browser is offline or the server is unavailable. */
export class NetworkError extends Error {
  constructor() {
    super(navigator.onLine === false ? apiCopy.offline : apiCopy.noResponse);
    this.name = 'NetworkError';
  }
}

/** Returns the message to show for an error of {@link call}; `fallback` for any other error or an empty message. */
export function messageOf(error: unknown, fallback: string): string {
  const isOurs =
    error instanceof ApiError || error instanceof CallTimeoutError || error instanceof NetworkError;
  return isOurs && error.message ? error.message : fallback;
}

interface CallOptions {
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Receives the sent share of an upload, 0 to 1. */
  onProgress?: (part: number) => void;
  /** The page sends it by itself; it does not prolong a session of the desk. */
  isBackground?: boolean;
}

const isOfDesk = ({ auth }: Endpoint) => auth === 'desk' || auth === 'lead';
// The operators' desk has its session in a cookie.
const needsToken = (endpoint: Endpoint) =>
  !isOfDesk(endpoint) && endpoint.auth !== 'public' && endpoint.auth !== 'optional';

/**
 * Calls an API endpoint with the session token, if there is one. A 401 response to an authenticated call ends the
 * session and redirects to sign-in. A call that requires a token is not sent without one. A call that creates or pays
 * has an `Idempotency-Key`; sent again after a lost response, it has the same one (decision 052).
 *
 * @throws ApiError, CallTimeoutError or NetworkError
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  options: CallOptions = {},
): Promise<ResponseBody<E>> {
  if (needsToken(endpoint) && !$token.get()) throw new ApiError(401, { message: apiCopy.missingToken });
  const { url, init } = requestFor(endpoint, sent);
  if (options.isBackground) init.headers.set('x-background', '1');
  const attempt = endpoint.idempotency && describeAttempt(endpoint, sent);
  if (attempt) init.headers.set('idempotency-key', keyFor(attempt));
  const known = endpoint.method === 'GET' ? findKnown(endpoint, sent) : undefined;
  if (known) {
    init.headers.set('if-none-match', known.etag);
    // Browsers would add "no-cache", with which a server sends everything again.
    init.headers.set('cache-control', 'max-age=0');
  }
  const { signal, isTimedOut, release } = abortAfter(options.timeoutMs ?? defaultTimeoutMs, options.signal);
  const sentAtMs = Date.now();
  try {
    const response = await (options.onProgress
      ? sendWithProgress(url, { ...init, signal }, options.onProgress)
      : fetch(url, { ...init, signal }));
    learnServerTime(response, sentAtMs);
    // After a server error, and while the first attempt still runs, it is not known whether it took effect; a desk whose
    // session has ended responds with 404. Otherwise the same input sent again is meant as another one.
    const isUnread = response.status === 404 && isOfDesk(endpoint);
    const isKnown = response.status < 500 && !response.headers.has('retry-after') && !isUnread;
    if (attempt && isKnown) unanswered.delete(attempt);
    if (known && response.status === 304) return known.body as ResponseBody<E>;
    if (!response.ok) throw await toApiError(response, endpoint);
    if (typeof endpoint.response === 'string') return (await response.blob()) as ResponseBody<E>;
    const body = await response.json();
    const etag = response.headers.get('etag');
    // Others are in the browser's cache.
    const isStoredHere = endpoint.method === 'GET' && response.headers.get('cache-control') === 'no-store';
    if (etag && isStoredHere) rememberResponse(endpoint, sent, { body, etag });
    return body as ResponseBody<E>;
  } catch (error) {
    // A response with invalid JSON is not a network error.
    const hasResponse = error instanceof ApiError || error instanceof SyntaxError;
    if (hasResponse || options.signal?.aborted) throw error;
    throw isTimedOut() ? new CallTimeoutError() : new NetworkError();
  } finally {
    release();
  }
}

/** A response, and the name of its version. */
interface KnownResponse {
  body: unknown;
  etag: string;
}

// The last response of each read, by its path. Read again, as after each reconnection, it is sent only when it has changed.
const knownResponses = new Map<string, KnownResponse & { key: string }>();
const keyOf = (path: string, sent: object) => JSON.stringify([path, sent, $token.get()]);

/** Keeps a response that the API sent, or that the page was rendered from, for the next time that it is read. */
export function rememberResponse({ path }: { path: string }, sent: object, known: KnownResponse): void {
  knownResponses.set(path, { ...known, key: keyOf(path, sent) });
}

function findKnown({ path }: Endpoint, sent: object): KnownResponse | undefined {
  const known = knownResponses.get(path);
  return known?.key === keyOf(path, sent) ? known : undefined;
}

/**
 * Opens the stream of an endpoint that has no input but a query; undefined when the server rejects it. Rejects when the connection fails.
 */
export async function openStream(
  endpoint: Endpoint & { response: 'events' },
  query: Record<string, number>,
  signal: AbortSignal,
) {
  const { url, init } = requestFor(endpoint, { query } as Sent<Endpoint>);
  const { ok, body } = await fetch(url, { ...init, signal });
  return ok && body ? body : undefined;
}

/** Sends a request by XMLHttpRequest, because fetch cannot report the progress of an upload. */
function sendWithProgress(
  url: string,
  init: RequestInit,
  onProgress: (part: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(init.method ?? 'POST', url);
    new Headers(init.headers).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const retryAfter = request.getResponseHeader('retry-after');
      const headers = retryAfter ? { 'retry-after': retryAfter } : {};
      resolve(new Response(request.responseText, { status: request.status, headers }));
    };
    request.onerror = reject;
    request.onabort = reject;
    init.signal?.addEventListener('abort', () => request.abort());
    request.send(init.body as FormData);
  });
}

/** Returns the URL and the fetch options of a call. */
export function requestFor<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
): { url: string; init: RequestInit & { headers: Headers } } {
  const { params, query, body, file } = sent as {
    params?: Record<string, string>;
    query?: Record<string, unknown>;
    body?: Record<string, unknown>;
    file?: Blob;
  };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params?.[name] ?? ''));
  const search = new URLSearchParams(textEntries(query)).toString();
  const headers = new Headers({ accept: 'application/json' });
  const token = $token.get();
  if (token) headers.set('authorization', `Bearer ${token}`);
  const init: RequestInit & { headers: Headers } = { method: endpoint.method, headers };
  if (file && endpoint.file) {
    const form = new FormData();
    for (const [name, value] of textEntries(body)) form.append(name, value);
    form.append(endpoint.file.field, file);
    init.body = form;
  } else if (body !== undefined) {
    headers.set('content-type', 'application/json');
    init.body = JSON.stringify(body);
  }
  return { url: `/api${path}${search ? `?${search}` : ''}`, init };
}

function describeAttempt(endpoint: Endpoint, sent: object): string {
  const { file, ...input } = sent as { file?: File };
  return JSON.stringify([endpoint.path, input, file?.name, file?.size, file?.lastModified, $token.get()]);
}

function textEntries(values: Record<string, unknown> = {}): [string, string][] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => [name, String(value)]);
}

async function toApiError(response: Response, endpoint: Endpoint): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const failure = body && typeof body === 'object' && 'message' in body ? (body as Failure) : { message: '' };
  // Without a token the user signed out while the request was in flight; do not redirect again.
  if (response.status === 401 && needsToken(endpoint) && $token.get()) {
    expireSession();
  }
  return new ApiError(response.status, failure);
}

const unanswered = new Map<string, string>();

/**
 * Returns the `Idempotency-Key` of a call with this input: the one of an earlier attempt whose outcome is not known,
 * otherwise a new one. An edited form is another input.
 */
function keyFor(attempt: string): string {
  const key = unanswered.get(attempt) ?? newKey();
  unanswered.set(attempt, key);
  return key;
}

// Not randomUUID, which browsers offer on https and localhost only.
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
