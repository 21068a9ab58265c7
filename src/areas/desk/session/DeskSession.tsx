import { KeptTexts } from './KeptTexts.tsx';
import { Mentions } from './Mentions.tsx';
import { SignInAgain } from './SignInAgain.tsx';

/** What every page of the desk has: the sign-in over the page, texts that were not sent, and mentions of the operator. */
export function DeskSession() {
  return (
    <>
      <SignInAgain />
      <KeptTexts />
      <Mentions />
    </>
  );
}
