import { googleRedirect } from '#contracts/accounts/google.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import type { getSettings } from '#contracts/site/settings.ts';
import { storagePrefix } from '../../../browser/storage-keys.ts';
import { nonceOf } from './google-fragment.ts';

/** The authorization URL and client id of Google sign-in. */
export type GoogleSettings = NonNullable<ResponseBody<typeof getSettings>['google']>;

/** The message from the popup to the page that opened it. */
export interface PopupMessage {
  state: string;
  idToken: string | undefined;
}

/** An open popup, and the state and nonce that its message must match. */
export interface GooglePopup {
  window: Window;
  state: string;
  nonce: string;
}

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
export function openGooglePopup({ authorizationUrl, clientId }: GoogleSettings): GooglePopup | undefined {
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
