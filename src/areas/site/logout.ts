import { leave } from '../../browser/leave.ts';

/** Wires the way out of a session in the navigation. */
export function wireLogout(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-logout]')) {
    button.addEventListener('click', async () => {
      button.disabled = true;
      await leave();
    });
  }
}
