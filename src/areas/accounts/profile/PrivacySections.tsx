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
import { ConfirmIdentity, sendConfirmed } from '../ConfirmIdentity.tsx';
import { profileCopy } from './profile.copy.ts';
import { Section } from './Section.tsx';

const { data: dataCopy, erasure: erasureCopy } = profileCopy;
// Many documents over a slow line.
const timeoutMs = 600_000;

interface SectionProps {
  profile: Profile;
  /** Loads the profile anew. */
  onChange: () => void;
}

/** Downloads all data about the person, who is confirmed before. */
export function DataSection({ profile, onChange }: SectionProps) {
  const [isAsking, setAsking] = useState(false);
  const { run, isRunning } = useAction(dataCopy.failed);
  const [isDone, setDone] = useState(false);

  const download = async () => {
    setAsking(false);
    const { ticket } = (await sendConfirmed(() => call(prepareExport, { body: {} }), onChange)).data;
    saveFile(await call(downloadExport, { query: { ticket } }, { timeoutMs }), dataCopy.fileName);
    setDone(true);
  };

  const start = async () => {
    setDone(false);
    if (profile.isConfirmed) await run(download);
    else setAsking(true);
  };

  return (
    <Section heading={dataCopy.heading}>
      <p>{dataCopy.text}</p>
      <p role="status" className="notice" hidden={!isDone}>
        {isDone && dataCopy.done}
      </p>
      {isAsking ? (
        <ConfirmIdentity
          id="export"
          profile={profile}
          onDone={() => {
            onChange();
            return run(download);
          }}
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

// Where the pressed button is replaced, the focus would be lost.
const takeFocus = (element: HTMLElement | null) => element?.focus();

/** Deletes the account after a second step, of a person who is confirmed before. */
export function ErasureSection({ profile, onChange }: SectionProps) {
  const [step, setStep] = useState<'start' | 'asked' | 'kept'>('start');
  const cancel = () => setStep('kept');
  return (
    <Section heading={erasureCopy.heading}>
      <p>{erasureCopy.text}</p>
      <p className="small soft">{erasureCopy.hint}</p>
      {step !== 'asked' ? (
        <div className="row row-fill" tabIndex={-1} ref={step === 'kept' ? takeFocus : undefined}>
          <Button kind="quiet" text={erasureCopy.start} onPress={() => setStep('asked')} />
        </div>
      ) : profile.isConfirmed ? (
        <Confirmation onUnconfirmed={onChange} onCancel={cancel} />
      ) : (
        <ConfirmIdentity id="erasure" profile={profile} onDone={onChange} onCancel={cancel} />
      )}
    </Section>
  );
}

function Confirmation(props: { onUnconfirmed: () => void; onCancel: () => void }) {
  const [problem, setProblem] = useState<string>();
  const { run, isRunning } = useAction(erasureCopy.failed, setProblem);
  const confirm = async () => {
    setProblem(undefined);
    await sendConfirmed(() => call(eraseAccount, { body: {} }), props.onUnconfirmed);
    endSession(paths.home);
  };
  return (
    <div className="stack" tabIndex={-1} ref={takeFocus}>
      <Problem text={problem} />
      <div className="row row-fill">
        <Button
          text={erasureCopy.submit}
          busy={isRunning && erasureCopy.submitting}
          onPress={() => run(confirm)}
        />
        <Button kind="quiet" text={erasureCopy.cancel} onPress={props.onCancel} />
      </div>
    </div>
  );
}
