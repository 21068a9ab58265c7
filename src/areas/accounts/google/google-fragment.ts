import { type PendingRegistration, PendingRegistrationSchema } from '#contracts/google.ts';

/** What came back from Google, as the address of `/google-return` tells it. */
export type GoogleReturn =
  /** From the popup: for the page that opened it, which knows the state. */
  | { kind: 'popup'; state: string; idToken: string | undefined }
  /** From the way without a popup: signed in. */
  | { kind: 'session'; session: { token: string; role: string; firstName: string }; next: string | undefined }
  /** From the way without a popup: no account yet. */
  | { kind: 'newcomer'; newcomer: PendingRegistration }
  | { kind: 'failed'; message: string | undefined };

/** Reads the fragment of `/google-return`. Whatever does not hold together counts as failed. */
export function readGoogleReturn(hash: string): GoogleReturn {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const state = parts.get('state');
  if (state) return { kind: 'popup', state, idToken: parts.get('id_token') ?? undefined };
  const [token, role, firstName] = [parts.get('token'), parts.get('role'), parts.get('firstName')];
  if (token && role) {
    return {
      kind: 'session',
      session: { token, role, firstName: firstName ?? '' },
      next: parts.get('next') ?? undefined,
    };
  }
  const newcomer = PendingRegistrationSchema.safeParse(fromBase64UrlJson(parts.get('newcomer') ?? ''));
  if (newcomer.success) return { kind: 'newcomer', newcomer: newcomer.data };
  return { kind: 'failed', message: parts.get('error') ?? undefined };
}

/** The nonce inside an ID token. Only compared with the one that was sent; the server checks the signature. */
export function nonceOf(idToken: string): string | undefined {
  const claims = fromBase64UrlJson(idToken.split('.')[1] ?? '');
  const nonce = claims && typeof claims === 'object' && 'nonce' in claims ? claims.nonce : undefined;
  return typeof nonce === 'string' ? nonce : undefined;
}

function fromBase64UrlJson(text: string): unknown {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
