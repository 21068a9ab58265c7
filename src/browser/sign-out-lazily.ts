import { paths } from './paths.ts';
import { endSession } from './session.ts';

/** Signs out and redirects to the home page. The code of the API call is loaded on demand. */
export async function signOutLazily(): Promise<void> {
  try {
    const { signOut } = await import('./sign-out.ts');
    await signOut();
  } catch {
    // The script could not be loaded; delete the token anyway.
    endSession(paths.home);
  }
}
