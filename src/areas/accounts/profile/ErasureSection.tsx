import { useState } from 'react';
import type { Profile } from '#contracts/accounts/profile.ts';
import { eraseAccount } from '#contracts/privacy/privacy.ts';
import { call, messageOf } from '../../../browser/api.ts';
import { paths } from '../../../browser/paths.ts';
import { endSession } from '../../../browser/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Problem } from '../../../ui/Problem.tsx';
import { PasswordPrompt } from './PasswordPrompt.tsx';
import { profileCopy } from './profile.copy.ts';
import { Section } from './Section.tsx';

const copy = profileCopy.erasure;

async function erase(currentPassword?: string): Promise<void> {
  await call(eraseAccount, { body: { currentPassword } });
  endSession(paths.home);
}

/** Deletes the account after a second step: the password, or a confirmation for an account without one. */
export function ErasureSection({ profile }: { profile: Profile }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Section heading={copy.heading}>
      <p>{copy.text}</p>
      <p className="small soft">{copy.hint}</p>
      {!isAsking ? (
        <div className="row row-fill">
          <Button kind="quiet" onPress={() => setAsking(true)}>
            {copy.start}
          </Button>
        </div>
      ) : profile.hasPassword ? (
        <PasswordPrompt
          id="erasure"
          email={profile.email}
          copy={copy}
          send={erase}
          onCancel={() => setAsking(false)}
        />
      ) : (
        <Confirmation onCancel={() => setAsking(false)} />
      )}
    </Section>
  );
}

function Confirmation({ onCancel }: { onCancel: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    setProblem(undefined);
    await erase().catch((error: unknown) => setProblem(messageOf(error, copy.failed)));
    setBusy(false);
  };
  return (
    <div className="stack">
      <Problem text={problem} />
      <div className="row row-fill">
        <Button isBusy={isBusy} busyLabel={copy.submitting} onPress={() => void confirm()}>
          {copy.submit}
        </Button>
        <Button kind="quiet" onPress={onCancel}>
          {copy.cancel}
        </Button>
      </div>
    </div>
  );
}
