import { useState } from 'react';
import type { Profile } from '#contracts/accounts/profile.ts';
import { messageOf } from '../../../browser/api.ts';
import { toastError } from '../../../browser/toast.ts';
import { Button } from '../../../ui/Button.tsx';
import { PasswordPrompt } from './PasswordPrompt.tsx';
import { profileCopy } from './profile.copy.ts';
import { Section } from './Section.tsx';
import { saveExport } from './save-export.ts';

const copy = profileCopy.data;

/** Downloads all data about the person, after the password. */
export function DataSection({ profile }: { profile: Profile }) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);

  const download = async (currentPassword?: string) => {
    await saveExport(currentPassword, copy.fileName);
    setAsking(false);
    setDone(true);
  };

  const start = async () => {
    setDone(false);
    if (profile.hasPassword) return setAsking(true);
    setBusy(true);
    await download().catch((error: unknown) => toastError(messageOf(error, copy.failed)));
    setBusy(false);
  };

  return (
    <Section heading={copy.heading}>
      <p>{copy.text}</p>
      <p role="status" className="notice" hidden={!isDone}>
        {isDone && copy.done}
      </p>
      {isAsking ? (
        <PasswordPrompt
          id="export"
          email={profile.email}
          copy={copy}
          send={download}
          onCancel={() => setAsking(false)}
        />
      ) : (
        <div className="row row-fill">
          <Button kind="quiet" isBusy={isBusy} busyLabel={copy.submitting} onPress={() => void start()}>
            {copy.start}
          </Button>
        </div>
      )}
    </Section>
  );
}
