import { changePrivacy, getProfile } from '#contracts/accounts/profile.ts';
import { call } from '../browser/api.ts';
import { toastSuccess } from '../browser/toast.ts';
import { setApiQueryData, useApiQuery } from '../browser/use-api-query.ts';
import { Checkbox } from './fields/Checkbox.tsx';
import { useAction } from './use-action.ts';

const copy = {
  label: 'Hide my e-mail address from sponsors',
  hint: 'Sponsors who arrange a meeting see it otherwise. If you hide it, the invitations come from us, and you answer them by their link. This is saved at once, for all your requests.',
  failed: 'We could not save this. Please try again.',
} as const;

/** The switch with which a learner hides the e-mail address from sponsors; saved at once. Nothing for other roles. */
export function EmailVisibility() {
  const { data } = useApiQuery(getProfile, {});
  const { run, isRunning } = useAction(copy.failed);
  if (data?.data.role !== 'learner') return null;
  const { hidesEmail } = data.data;

  const change = async (wanted: boolean) => {
    const { message } = await call(changePrivacy, { body: { hidesEmail: wanted } });
    await setApiQueryData(getProfile, {}, { ...data, data: { ...data.data, hidesEmail: wanted } });
    toastSuccess(message);
  };

  return (
    <Checkbox
      role="switch"
      aria-busy={isRunning}
      checked={isRunning ? !hidesEmail : hidesEmail}
      onChange={({ target }) => void run(() => change(target.checked))}
    >
      <strong>{copy.label}</strong>
      <br />
      <small className="soft">{copy.hint}</small>
    </Checkbox>
  );
}
