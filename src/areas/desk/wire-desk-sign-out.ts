import { signOutOperator } from '#contracts/desk/operators.ts';
import { call, messageOf } from '#src/browser/api.ts';
import { deskPaths } from '#src/browser/desk-paths.ts';
import { toastError } from '#src/browser/toast.ts';
import { deskCopy } from './desk.copy.ts';

/** Makes the button of the navigation end the session of the desk. */
export function wireDeskSignOut(): void {
  document.querySelector('[data-desk-sign-out]')?.addEventListener('click', () => {
    call(signOutOperator, {}).then(
      () => location.replace(deskPaths.signIn),
      (error) => toastError(messageOf(error, deskCopy.navigation.notSignedOut)),
    );
  });
}
