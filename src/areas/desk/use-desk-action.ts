import { useState } from 'react';
import { messageOf } from '#src/browser/api.ts';
import { toastError, toastSuccess } from '#src/browser/toast.ts';
import { deskCopy } from './desk.copy.ts';
import { refreshDesk } from './use-desk-query.ts';

/**
 * Runs one action at a time, shows its message and loads the page again, also after a failure: another operator may have
 * been faster. `running` is the key of the action that runs.
 */
export function useDeskAction() {
  const [running, setRunning] = useState<string>();
  const run = async (key: string, work: () => Promise<{ message: string }>): Promise<boolean> => {
    if (running) return false;
    setRunning(key);
    try {
      toastSuccess((await work()).message);
      return true;
    } catch (error) {
      toastError(messageOf(error, deskCopy.inbox.failed));
      return false;
    } finally {
      await refreshDesk();
      setRunning(undefined);
    }
  };
  return { running, run };
}
