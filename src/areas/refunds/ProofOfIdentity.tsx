import type { ComponentType } from 'react';
import { getProfile, type Profile } from '#contracts/accounts/profile.ts';
import { keepLinkToken } from '#src/browser/link-token.ts';
import { paths, signInPath } from '#src/browser/paths.ts';
import { $token, currentPath } from '#src/browser/session.ts';
import { useApiQuery } from '#src/browser/use-api-query.ts';
import { Button, Spinner } from '#src/ui/Button.tsx';
import { QueryFailed } from '#src/ui/Notice.tsx';
import { refundCopy as copy } from './refund.copy.ts';

/** A form that proves who a person is; `onDone` is called once the server has accepted it. */
export type ProofForm = ComponentType<{
  id: string;
  profile: Pick<Profile, 'email' | 'hasPassword' | 'hasGoogle'>;
  onDone: () => unknown;
  onCancel: () => void;
}>;

/**
 * Asks a payer who comes from the dashboard for a proof of identity, where the last one is too long ago for bank details. A payer who
 * is signed out is led to the sign-in and back.
 */
export function ProofOfIdentity({ Form, onDone }: { Form: ProofForm; onDone: () => unknown }) {
  const isSignedIn = Boolean($token.get());
  const profile = useApiQuery(getProfile, {}, { enabled: isSignedIn });
  if (!isSignedIn) return <SignInFirst />;
  if (profile.error) return <QueryFailed query={profile} failed={copy.loadFailed} />;
  if (!profile.data)
    return (
      <p className="row" role="status">
        <Spinner /> {copy.loading}
      </p>
    );
  const leave = () => location.assign(paths.dashboard);
  return <Form id="refund" profile={profile.data.data} onDone={onDone} onCancel={leave} />;
}

function SignInFirst() {
  const signIn = () => {
    keepLinkToken();
    location.assign(signInPath(currentPath()));
  };
  return (
    <>
      <p>{copy.signInFirst}</p>
      <Button isWide text={copy.signIn} onPress={signIn} />
    </>
  );
}
