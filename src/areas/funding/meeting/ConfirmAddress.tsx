import { useState } from 'react';
import { resendVerification } from '#contracts/accounts/recovery.ts';
import { call, messageOf } from '../../../browser/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { confirmAddressCopy as copy } from '../status/status.copy.ts';

/** Why a meeting needs a confirmed e-mail address, with a button that sends the confirmation mail again. */
export function ConfirmAddress() {
  const [isBusy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  const [problem, setProblem] = useState<string>();

  const send = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await call(resendVerification, {});
      setSent(true);
    } catch (error) {
      setProblem(messageOf(error, copy.failed));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Notice kind="warn">
      <p>{copy.text}</p>
      {!isSent && (
        <div>
          <Button kind="quiet" isSmall isBusy={isBusy} busyLabel={copy.sending} onPress={() => void send()}>
            {copy.send}
          </Button>
        </div>
      )}
      <p role="status" className={problem ? 'field-error' : undefined} hidden={!isSent && !problem}>
        {problem ?? copy.sent}
      </p>
    </Notice>
  );
}
