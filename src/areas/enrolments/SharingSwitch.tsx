import { useState } from 'react';
import { shareCertificate } from '#contracts/enrolments/enrolments.ts';
import { call, messageOf } from '../../browser/api.ts';
import { toastError, toastSuccess } from '../../browser/toast.ts';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { enrolmentsCopy } from './enrolments.copy.ts';

const copy = enrolmentsCopy.sharing;

interface SharingSwitchProps {
  enrolmentId: string;
  isShared: boolean;
  onChanged: () => Promise<void>;
}

/** Shares the certificate with the sponsor who paid, or stops sharing it. Optimistic: reverts when the call fails. */
export function SharingSwitch({ enrolmentId, isShared, onChanged }: SharingSwitchProps) {
  const [pending, setPending] = useState<boolean>();

  const change = async (value: boolean) => {
    if (pending !== undefined) return;
    setPending(value);
    try {
      const sent = { params: { id: enrolmentId }, body: { isShared: value } };
      toastSuccess((await call(shareCertificate, sent)).message);
      await onChanged();
    } catch (error) {
      toastError(messageOf(error, copy.failed));
    } finally {
      setPending(undefined);
    }
  };

  return (
    <Checkbox
      role="switch"
      checked={pending ?? isShared}
      onChange={(event) => void change(event.target.checked)}
    >
      {copy.label}
    </Checkbox>
  );
}
