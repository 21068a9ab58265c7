import { useState } from 'react';
import { shareCertificate } from '#contracts/enrolments.ts';
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

/** Lets the sponsor who paid see the certificate, or no longer. Moves at once, and back when the server says no. */
export function SharingSwitch({ enrolmentId, isShared, onChanged }: SharingSwitchProps) {
  const [wished, setWished] = useState<boolean>();

  const change = async (wish: boolean) => {
    if (wished !== undefined) return;
    setWished(wish);
    try {
      const sent = { params: { id: enrolmentId }, body: { isShared: wish } };
      toastSuccess((await call(shareCertificate, sent)).message);
      await onChanged();
    } catch (error) {
      toastError(messageOf(error, copy.failed));
    } finally {
      setWished(undefined);
    }
  };

  return (
    <Checkbox
      role="switch"
      checked={wished ?? isShared}
      onChange={(event) => void change(event.target.checked)}
    >
      {copy.label}
    </Checkbox>
  );
}
