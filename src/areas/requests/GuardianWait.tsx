import { changeGuardian } from '#contracts/accounts/guardians.ts';
import { getProfile } from '#contracts/accounts/profile.ts';
import { call } from '../../browser/api.ts';
import { paths } from '../../browser/paths.ts';
import { toastSuccess } from '../../browser/toast.ts';
import { useApiQuery } from '../../browser/use-api-query.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { useAction } from '../../ui/use-action.ts';
import { requestsCopy } from './requests.copy.ts';

const copy = requestsCopy.success.guardian;

/** Says that a request waits for the guardian, with the ways to send the mail again and to change its address. */
export function GuardianWait() {
  const guardianEmail = useApiQuery(getProfile, {}).data?.data.guardian?.email;
  const { run, isRunning } = useAction(copy.failed);
  const sendAgain = async (body: { guardianEmail: string }) =>
    toastSuccess((await call(changeGuardian, { body })).message);

  return (
    <>
      <p className="lead">
        <span>{copy.waits}</span> {guardianEmail && <span translate="no">({guardianEmail})</span>}
      </p>
      <p>{copy.text}</p>
      <p className="row">
        {guardianEmail && (
          <Button
            kind="quiet"
            isSmall
            text={copy.again}
            busy={isRunning && copy.sending}
            onPress={() => void run(() => sendAgain({ guardianEmail }))}
          />
        )}
        <LinkButton kind="quiet" isSmall href={paths.profile} text={copy.change} />
      </p>
    </>
  );
}
