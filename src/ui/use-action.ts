import { useState } from 'react';
import { messageOf } from '../browser/api.ts';
import { toastError } from '../browser/toast.ts';

/**
 * Runs one action at a time. An error is shown by `show`, with the text `failed` when it has none of its own.
 * `running` is the key of the running action, for a list of which each row has its own.
 */
export function useAction(failed: string, show: (message: string) => void = toastError) {
  const [running, setRunning] = useState<string>();
  const run = async (action: () => Promise<unknown>, key = 'action') => {
    if (running !== undefined) return;
    setRunning(key);
    try {
      await action();
    } catch (error) {
      show(messageOf(error, failed));
    } finally {
      setRunning(undefined);
    }
  };
  return { run, running, isRunning: running !== undefined };
}
