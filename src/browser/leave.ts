import { paths } from './paths.ts';
import { endSession } from './session.ts';

/** Ends the session and goes home. What it takes to tell the server is loaded only now. */
export async function leave(): Promise<void> {
  try {
    const { signOut } = await import('./sign-out.ts');
    await signOut();
  } catch {
    // The script did not come: the token is forgotten all the same.
    endSession(paths.home);
  }
}
