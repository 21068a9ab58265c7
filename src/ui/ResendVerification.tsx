import { useState } from 'react';
import { resendVerification } from '#contracts/accounts/recovery.ts';
import { call } from '../browser/api.ts';
import { Button } from './Button.tsx';
import { useAction } from './use-action.ts';

// Separate from the other texts of recovery, to keep the dashboard's bundle small.
const copy = {
  act: 'Send the mail again',
  acting: 'Sending…',
  done: 'A new mail is on its way. The link in it works for 7 days.',
  failed: 'We could not send the mail. Please try again later.',
} as const;

/** Sends another confirmation mail and shows the result. */
export function ResendVerification() {
  const [outcome, setOutcome] = useState<{ isGood: boolean; text: string }>();
  const { run, isRunning } = useAction(copy.failed, (text) => setOutcome({ isGood: false, text }));

  const send = async () => {
    await call(resendVerification, {});
    setOutcome({ isGood: true, text: copy.done });
  };

  return (
    <div className="stack stack-tight">
      {!outcome?.isGood && (
        <div>
          <Button
            kind="quiet"
            isSmall
            text={copy.act}
            busy={isRunning && copy.acting}
            onPress={() => run(send)}
          />
        </div>
      )}
      <p role="status" className={outcome?.isGood === false ? 'field-error' : undefined} hidden={!outcome}>
        {outcome?.text}
      </p>
    </div>
  );
}
