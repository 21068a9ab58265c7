import { useState } from 'react';
import type { Profile } from '#contracts/accounts/profile.ts';
import { downloadExport, eraseAccount, prepareExport } from '#contracts/privacy/privacy.ts';
import { call } from '../../../browser/api.ts';
import { paths } from '../../../browser/paths.ts';
import { saveFile } from '../../../browser/save-file.ts';
import { endSession } from '../../../browser/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Problem } from '../../../ui/Notice.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { PasswordPrompt } from './AccountForm.tsx';
import { profileCopy } from './profile.copy.ts';
import { Section } from './Section.tsx';

const { data: dataCopy, erasure: erasureCopy } = profileCopy;
// Many documents over a slow line.
const timeoutMs = 600_000;

/** Downloads all data about the person, after the password. */
export function DataSection({ profile }: { profile: Profile }) {
  const [isAsking, setAsking] = useState(false);
  const { run, isRunning } = useAction(dataCopy.failed);
  const [isDone, setDone] = useState(false);

  const download = async (currentPassword?: string) => {
    const { ticket } = (await call(prepareExport, { body: { currentPassword } })).data;
    saveFile(await call(downloadExport, { query: { ticket } }, { timeoutMs }), dataCopy.fileName);
    setAsking(false);
    setDone(true);
  };

  const start = async () => {
    setDone(false);
    if (profile.hasPassword) setAsking(true);
    else await run(download);
  };

  return (
    <Section heading={dataCopy.heading}>
      <p>{dataCopy.text}</p>
      <p role="status" className="notice" hidden={!isDone}>
        {isDone && dataCopy.done}
      </p>
      {isAsking ? (
        <PasswordPrompt
          id="export"
          email={profile.email}
          copy={dataCopy}
          send={download}
          onCancel={() => setAsking(false)}
        />
      ) : (
        <div className="row row-fill">
          <Button
            kind="quiet"
            text={dataCopy.start}
            busy={isRunning && dataCopy.submitting}
            onPress={start}
          />
        </div>
      )}
    </Section>
  );
}

async function erase(currentPassword?: string): Promise<void> {
  await call(eraseAccount, { body: { currentPassword } });
  endSession(paths.home);
}

/** Deletes the account after a second step: the password, or a confirmation for an account without one. */
export function ErasureSection({ profile }: { profile: Profile }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Section heading={erasureCopy.heading}>
      <p>{erasureCopy.text}</p>
      <p className="small soft">{erasureCopy.hint}</p>
      {!isAsking ? (
        <div className="row row-fill">
          <Button kind="quiet" text={erasureCopy.start} onPress={() => setAsking(true)} />
        </div>
      ) : profile.hasPassword ? (
        <PasswordPrompt
          id="erasure"
          email={profile.email}
          copy={erasureCopy}
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
  const [problem, setProblem] = useState<string>();
  const { run, isRunning } = useAction(erasureCopy.failed, setProblem);
  const confirm = async () => {
    setProblem(undefined);
    await erase();
  };
  return (
    <div className="stack">
      <Problem text={problem} />
      <div className="row row-fill">
        <Button
          text={erasureCopy.submit}
          busy={isRunning && erasureCopy.submitting}
          onPress={() => run(confirm)}
        />
        <Button kind="quiet" text={erasureCopy.cancel} onPress={onCancel} />
      </div>
    </div>
  );
}
