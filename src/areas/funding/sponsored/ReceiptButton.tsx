import { useState } from 'react';
import { messageOf } from '../../../browser/api.ts';
import { loadPart } from '../../../browser/load-part.ts';
import { toastError } from '../../../browser/toast.ts';
import { Button } from '../../../ui/Button.tsx';
import { sponsoredCopy } from './sponsored.copy.ts';

const copy = sponsoredCopy.receipt;

interface ReceiptButtonProps {
  reference: string;
  receiptNumber: string;
  /** As of a button. */
  about: string;
}

/** Downloads the receipt of a payment. */
export function ReceiptButton({ reference, receiptNumber, about }: ReceiptButtonProps) {
  const [isBusy, setBusy] = useState(false);

  const save = async () => {
    setBusy(true);
    try {
      // Loaded on the press: the first view of the dashboard stays below its limit of scripts.
      const { saveReceipt } = await loadPart(() => import('./save-receipt.ts'));
      await saveReceipt(reference, receiptNumber);
    } catch (error) {
      toastError(messageOf(error, copy.failed));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Button kind="quiet" isSmall text={copy.save} about={about} busy={isBusy && copy.busy} onPress={save} />
  );
}
