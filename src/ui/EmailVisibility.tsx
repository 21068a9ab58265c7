import { changePrivacy, getProfile } from '#contracts/accounts/profile.ts';
import { call } from '../browser/api.ts';
import { toastSuccess } from '../browser/toast.ts';
import { setApiQueryData, useApiQuery } from '../browser/use-api-query.ts';
import { Checkbox } from './fields/Checkbox.tsx';
import { useAction } from './use-action.ts';

const copy = {
  label: 'Hide my e-mail address from sponsors',
  hint: 'A sponsor who asks to meet you then sees your name and the room, but no address: the invitation comes from us, and you answer it by its link. Otherwise they see it once they ask to meet. This is saved at once, for all your requests.',
  failed: 'We could not save this. Please try again.',
} as const;

/**
 * The switch with which a learner hides the e-mail address from sponsors; saved at once. Nothing for other roles, and for a learner
 * under 18, who have no meetings.
 */
export function EmailVisibility() {
  const { data } = useApiQuery(getProfile, {});
  const { run, isRunning } = useAction(copy.failed);
  if (data?.data.role !== 'learner' || data.data.guardian) return null;
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
