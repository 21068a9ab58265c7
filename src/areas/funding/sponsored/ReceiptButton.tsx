import { useState } from 'react';
import { brand } from '#contracts/brand.ts';
import { getReceipt } from '#contracts/receipts.ts';
import { call, messageOf } from '../../../browser/api.ts';
import { saveFile } from '../../../browser/save-file.ts';
import { toastError } from '../../../browser/toast.ts';
import { Button } from '../../../ui/Button.tsx';
import { sponsoredCopy } from './sponsored.copy.ts';

const copy = sponsoredCopy.receipt;

interface ReceiptButtonProps {
  reference: string;
  receiptNumber: string;
  courseTitle: string;
}

/** Downloads the receipt of a payment with `fetch`, because a link cannot send the token. */
export function ReceiptButton({ reference, receiptNumber, courseTitle }: ReceiptButtonProps) {
  const [isBusy, setBusy] = useState(false);

  const save = async () => {
    setBusy(true);
    try {
      const receipt = await call(getReceipt, { params: { reference } });
      saveFile(receipt, `${brand.storagePrefix}-receipt-${receiptNumber}.pdf`);
    } catch (error) {
      toastError(messageOf(error, copy.failed));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Button kind="quiet" isSmall isBusy={isBusy} busyLabel={copy.busy} onPress={() => void save()}>
      <span>
        {copy.save}
        <span className="visually-hidden"> {courseTitle}</span>
      </span>
    </Button>
  );
}
