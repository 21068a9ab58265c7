import { paths } from '../../browser/paths.ts';
import { endSession } from '../../browser/session.ts';

/** Wires the way out of a session in the navigation. What it needs is loaded when it is pressed. */
export function wireLogout(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-logout]')) {
    button.addEventListener('click', async () => {
      button.disabled = true;
      try {
        const { signOut } = await import('../../browser/sign-out.ts');
        await signOut();
      } catch {
        // The script did not come: the token is forgotten all the same.
        endSession(paths.home);
      }
    });
  }
}
