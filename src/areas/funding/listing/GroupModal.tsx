import { type SubmitEvent, useState } from 'react';
import { fieldErrors } from '#contracts/endpoint.ts';
import { currencies } from '#contracts/money.ts';
import { createPledge, PledgeFormSchema } from '#contracts/pledges.ts';
import { ApiError, call, messageOf } from '../../../browser/api.ts';
import { parseTypedNumber } from '../../../browser/parse-typed-number.ts';
import { useSettings } from '../../../browser/settings.ts';
import { toastError, toastSuccess } from '../../../browser/toast.ts';
import { Button } from '../../../ui/Button.tsx';
import { Modal } from '../../../ui/dialogs/Modal.tsx';
import { Field, FieldError } from '../../../ui/fields/Field.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { sponsorshipsCopy } from '../sponsorships.copy.ts';

const copy = sponsorshipsCopy.groupModal;
const order = ['amount', 'currency', 'targetGroup', 'note'];

/** "Sponsor a Group": stores a pledge; nothing is charged. */
export function GroupModal(props: { onClose: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});

  // All currencies until the settings are loaded; the server rejects unsupported ones.
  const settings = useSettings();

  const show = (found: Readonly<Record<string, string>>) => {
    setErrors(found);
    const first = order.find((name) => found[name]);
    if (first) document.getElementById(`group-${first}`)?.focus();
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const typed = Object.fromEntries(new FormData(event.currentTarget));
    const amount = parseTypedNumber(String(typed.amount));
    const pledge = PledgeFormSchema.safeParse({ ...typed, amount });
    if (!pledge.success) return show(fieldErrors(pledge.error));
    setErrors({});
    setBusy(true);
    try {
      await call(createPledge, { body: pledge.data });
      toastSuccess(copy.submitted);
      props.onClose();
    } catch (error) {
      toastError(messageOf(error, copy.failed));
      if (error instanceof ApiError) show(error.errors);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal title={copy.title} onClose={props.onClose}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <p>{copy.lead}</p>
        <Field id="group-amount" label={copy.amount} error={errors.amount}>
          {(control) => (
            <div className="input-joined">
              <input {...control} name="amount" className="input" inputMode="decimal" autoComplete="off" />
              <select
                id="group-currency"
                name="currency"
                className="input"
                aria-label={copy.currency}
                aria-invalid={errors.currency ? true : undefined}
                aria-describedby={errors.currency ? 'group-currency-error' : undefined}
              >
                {(settings?.currencies ?? currencies).map((currency) => (
                  <option key={currency}>{currency}</option>
                ))}
              </select>
            </div>
          )}
        </Field>
        <FieldError id="group-currency" error={errors.currency} />
        <TextField
          id="group-targetGroup"
          name="targetGroup"
          label={copy.targetGroup}
          hint={copy.targetHint}
          maxLength={200}
          error={errors.targetGroup}
        />
        <Field id="group-note" label={copy.note} error={errors.note}>
          {(control) => <textarea {...control} name="note" className="input" rows={3} maxLength={500} />}
        </Field>
        <Button type="submit" isWide isBusy={isBusy} busyLabel={copy.submitting}>
          {copy.submit}
        </Button>
      </form>
    </Modal>
  );
}
