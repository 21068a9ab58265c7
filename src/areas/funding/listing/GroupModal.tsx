import { createPledge, PledgeFormSchema } from '#contracts/funding/pledge-form.ts';
import { currencies } from '#contracts/money.ts';
import { call } from '../../../browser/api.ts';
import { parseTypedNumber } from '../../../browser/parse-typed-number.ts';
import { useSettings } from '../../../browser/settings.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { Button } from '../../../ui/Button.tsx';
import { Modal } from '../../../ui/dialogs/Modal.tsx';
import { Field, FieldError, TextArea, TextField } from '../../../ui/fields/Field.tsx';
import { useContractForm } from '../../../ui/fields/use-contract-form.ts';
import { sponsorshipsCopy } from '../sponsorships.copy.ts';

const copy = sponsorshipsCopy.groupModal;

/** "Sponsor a Group": stores a pledge; nothing is charged. */
export function GroupModal(props: { onClose: () => void }) {
  // All currencies until the settings are loaded; the server rejects unsupported ones.
  const chargeable = useSettings().data?.currencies ?? currencies;
  const form = useContractForm({
    id: 'group',
    schema: PledgeFormSchema,
    initial: { amount: '', currency: '', targetGroup: '', note: '' },
    toInput: ({ amount: typed, currency: chosen, ...rest }) => ({
      ...rest,
      amount: parseTypedNumber(typed),
      currency: chosen || chargeable[0],
    }),
    isShort: true,
  });
  const { error: amountError, ...amount } = form.field('amount');
  const { error: currencyError, ...currency } = form.field('currency');

  const send = form.submit({
    failed: copy.failed,
    toasts: 'of server',
    send: async (body) => {
      await call(createPledge, { body });
      toastSuccess(copy.submitted);
      props.onClose();
    },
  });

  return (
    <Modal title={copy.title} onClose={props.onClose}>
      <form className="stack" noValidate onSubmit={send}>
        <p>{copy.lead}</p>
        <Field id={amount.id} label={copy.amount} error={amountError}>
          {(control) => (
            <div className="input-joined">
              <input {...amount} {...control} className="input" inputMode="decimal" autoComplete="off" />
              <select
                {...currency}
                className="input"
                aria-label={copy.currency}
                aria-invalid={currencyError ? true : undefined}
                aria-describedby={currencyError ? `${currency.id}-error` : undefined}
              >
                {chargeable.map((unit) => (
                  <option key={unit}>{unit}</option>
                ))}
              </select>
            </div>
          )}
        </Field>
        <FieldError id={currency.id} error={currencyError} />
        <TextField
          {...form.field('targetGroup')}
          label={copy.targetGroup}
          hint={copy.targetHint}
          maxLength={200}
        />
        <TextArea {...form.field('note')} label={copy.note} rows={3} maxLength={500} />
        <Button type="submit" isWide text={copy.submit} busy={form.isSubmitting && copy.submitting} />
      </form>
    </Modal>
  );
}
