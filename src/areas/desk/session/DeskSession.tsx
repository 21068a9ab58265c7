import { KeptTexts } from './KeptTexts.tsx';
import { SignInAgain } from './SignInAgain.tsx';

/** What every page of the desk has so that nothing typed is lost: the sign-in over the page, and texts that were not sent. */
export function DeskSession() {
  return (
    <>
      <SignInAgain />
      <KeptTexts />
    </>
  );
}
