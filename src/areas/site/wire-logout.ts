import { loadPart } from '../../browser/load-part.ts';
import { paths } from '../../browser/paths.ts';
import { endSession } from '../../browser/session.ts';

/** Wires the Logout buttons of the navigation. The code of the API call is loaded on demand. */
export function wireLogout(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-logout]')) {
    button.addEventListener('click', async () => {
      button.disabled = true;
      try {
        const { signOut } = await loadPart(() => import('../../browser/sign-out.ts'));
        await signOut();
      } catch {
        // The script could not be loaded; delete the token anyway.
        endSession(paths.home);
      }
    });
  }
}
