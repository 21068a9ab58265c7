import { ApiError } from '#src/browser/api.ts';
import { lazyComponent } from '#src/ui/lazy-component.tsx';

/** Requires the password, or Google again, before a sensitive change. Loaded when it is needed, which is rare. */
export const ConfirmIdentity = lazyComponent(async () => (await import('./IdentityForm.tsx')).IdentityForm);

/** Sends a sensitive change. When the sign-in is too old for it, `onUnconfirmed` loads that anew; every error is thrown. */
export async function sendConfirmed<T>(send: () => Promise<T>, onUnconfirmed: () => void): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) onUnconfirmed();
    throw error;
  }
}
