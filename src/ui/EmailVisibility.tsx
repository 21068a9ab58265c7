import { useState } from 'react';
import { changePrivacy, getProfile } from '#contracts/accounts/profile.ts';
import { call, messageOf } from '../browser/api.ts';
import { toastError, toastSuccess } from '../browser/toast.ts';
import { setApiQueryData, useApiQuery } from '../browser/use-api-query.ts';
import { Checkbox } from './fields/Checkbox.tsx';

const copy = {
  label: 'Hide my e-mail address from sponsors',
  hint: 'Sponsors who arrange a meeting see it otherwise. If you hide it, the invitations come from us, and you answer them by their link. This is saved at once, for all your requests.',
  failed: 'We could not save this. Please try again.',
} as const;

/** The switch with which a learner hides the e-mail address from sponsors; saved at once. Nothing for other roles. */
export function EmailVisibility() {
  const { data } = useApiQuery(getProfile, {});
  const [isSaving, setSaving] = useState(false);
  if (data?.data.role !== 'learner') return null;
  const { hidesEmail } = data.data;

  const change = async (wanted: boolean) => {
    if (isSaving) return;
    setSaving(true);
    try {
      const { message } = await call(changePrivacy, { body: { hidesEmail: wanted } });
      await setApiQueryData(getProfile, {}, { ...data, data: { ...data.data, hidesEmail: wanted } });
      toastSuccess(message);
    } catch (error) {
      toastError(messageOf(error, copy.failed));
    } finally {
      setSaving(false);
    }
  };

  return (
    <Checkbox
      role="switch"
      aria-busy={isSaving}
      checked={isSaving ? !hidesEmail : hidesEmail}
      onChange={(event) => void change(event.target.checked)}
    >
      <strong>{copy.label}</strong>
      <br />
      <small className="soft">{copy.hint}</small>
    </Checkbox>
  );
}
