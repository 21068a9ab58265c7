import { signOutOperator } from '#contracts/desk/operators.ts';
import { call, messageOf } from '../../browser/api.ts';
import { deskPaths } from '../../browser/desk-paths.ts';
import { toastError } from '../../browser/toast.ts';
import { deskCopy } from './operations.copy.ts';

/** Makes the button of the navigation end the session of the desk. */
export function wireDeskSignOut(): void {
  document.querySelector('[data-desk-sign-out]')?.addEventListener('click', () => {
    call(signOutOperator, {}).then(
      () => location.replace(deskPaths.signIn),
      (error) => toastError(messageOf(error, deskCopy.navigation.notSignedOut)),
    );
  });
}
