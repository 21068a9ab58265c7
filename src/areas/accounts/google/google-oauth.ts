import { googleRedirect, type PendingRegistration } from '#contracts/accounts/google.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import type { getSettings } from '#contracts/site/settings.ts';
import { storagePrefix } from '../../../browser/storage.ts';
import { isPendingRegistration } from './google-storage.ts';

/** The result of Google sign-in, parsed from the fragment of `/google-return`. */
type GoogleReturn =
  /** Popup flow: a message for the opening page, which compares the state. */
  | { kind: 'popup'; state: string; idToken: string | undefined }
  /** Redirect flow: signed in. */
  | { kind: 'session'; session: { token: string; role: string; firstName: string }; next: string | undefined }
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
  const newcomer = fromBase64UrlJson(parts.get('newcomer') ?? '');
  if (isPendingRegistration(newcomer)) return { kind: 'newcomer', newcomer };
  return { kind: 'failed', message: parts.get('error') ?? undefined };
}

/**
 * Returns the nonce of an ID token, for comparison with the one sent; the server verifies the signature.
 * @internal Exported for its test.
 */
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

/** The authorization URL and client id of Google sign-in. */
export type GoogleSettings = NonNullable<ResponseBody<typeof getSettings>['google']>;

/** The message from the popup to the page that opened it. */
export interface PopupMessage {
  state: string;
  idToken: string | undefined;
}

/** An open popup, and the state and nonce that its message must match. */
export type GooglePopup = NonNullable<ReturnType<typeof openGooglePopup>>;

const width = 480;
const height = 640;

/**
 * Opens the channel between the popup and the page that opened it. It is limited to this origin and, unlike
 * `window.opener`, survives the Cross-Origin-Opener-Policy of Google's pages.
 */
export function openGoogleChannel(): BroadcastChannel {
  return new BroadcastChannel(`${storagePrefix}.google`);
}

/** Opens Google's page in a popup; must be called in a click handler. Undefined when popups are blocked. */
export function openGooglePopup({ authorizationUrl, clientId }: GoogleSettings) {
  const [state, nonce] = [crypto.randomUUID(), crypto.randomUUID()];
  const url = new URL(authorizationUrl);
  const parameters = {
    client_id: clientId,
    redirect_uri: `${location.origin}${googleRedirect.returnPath}`,
    response_type: 'id_token',
    scope: 'openid email profile',
    nonce,
    state,
    prompt: 'select_account',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2);
  const features = `popup,width=${width},height=${height},left=${left},top=${top}`;
  const opened = window.open(url.href, `${storagePrefix}-google`, features);
  return opened ? { window: opened, state, nonce } : undefined;
}

/** Returns whether a message belongs to this popup and contains a token issued for its nonce. */
export function isMessageFor(
  popup: GooglePopup,
  message: PopupMessage,
): message is PopupMessage & { idToken: string } {
  return (
    message.state === popup.state && message.idToken !== undefined && nonceOf(message.idToken) === popup.nonce
  );
}
