import { useState } from 'react';
import { resendVerification } from '#contracts/accounts/recovery.ts';
import { call, messageOf } from '../../../browser/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { resendCopy as copy } from './resend.copy.ts';

/** Sends another confirmation mail and shows the result. */
export function ResendVerification() {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ isGood: boolean; text: string }>();

  const send = async () => {
    setBusy(true);
    try {
      await call(resendVerification, {});
      setOutcome({ isGood: true, text: copy.done });
    } catch (error) {
      setOutcome({ isGood: false, text: messageOf(error, copy.failed) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="stack stack-tight">
      {!outcome?.isGood && (
        <div>
          <Button kind="quiet" isSmall isBusy={isBusy} busyLabel={copy.acting} onPress={() => void send()}>
            {copy.act}
          </Button>
        </div>
      )}
      <p role="status" className={outcome?.isGood === false ? 'field-error' : undefined} hidden={!outcome}>
        {outcome?.text}
      </p>
    </div>
  );
}
