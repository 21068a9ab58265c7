import { type PendingRegistration, PendingRegistrationSchema } from '#contracts/accounts/google.ts';

/** The result of Google sign-in, parsed from the fragment of `/google-return`. */
export type GoogleReturn =
  /** Popup flow: a message for the opening page, which compares the state. */
  | { kind: 'popup'; state: string; idToken: string | undefined }
  /** Redirect flow: signed in. */
  | { kind: 'session'; session: { token: string; role: string; firstName: string }; next: string | undefined }
  /** Redirect flow: no account yet. */
  | { kind: 'newcomer'; newcomer: PendingRegistration }
  | { kind: 'failed'; message: string | undefined };

/** Parses the fragment of `/google-return`. Incomplete or malformed fragments count as failed. */
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

/** Returns the nonce of an ID token, for comparison with the one sent; the server verifies the signature. */
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
