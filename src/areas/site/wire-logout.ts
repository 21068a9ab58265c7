import { signOutLazily } from '../../browser/sign-out-lazily.ts';

/** Wires the Logout buttons of the navigation. */
export function wireLogout(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-logout]')) {
    button.addEventListener('click', async () => {
      button.disabled = true;
      await signOutLazily();
    });
  }
}
