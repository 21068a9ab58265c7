import { useEffect, useRef, useState } from 'react';
import { createPledge } from '#contracts/funding/pledge-form.ts';
import { currencies } from '#contracts/money.ts';
import { call } from '../../../browser/api.ts';
import { parseTypedNumber } from '../../../browser/parse-typed-number.ts';
import { paths } from '../../../browser/paths.ts';
import { useSettings } from '../../../browser/settings.ts';
import { Button, LinkButton } from '../../../ui/Button.tsx';
import { Modal } from '../../../ui/dialogs/Modal.tsx';
import { Field, FieldError, TextArea, TextField } from '../../../ui/fields/Field.tsx';
import { useContractForm } from '../../../ui/fields/use-contract-form.ts';
import { sponsorshipsCopy } from '../sponsorships.copy.ts';

const loadSchema = async () => (await import('#contracts/funding/pledge-form.ts')).PledgeFormSchema;

const copy = sponsorshipsCopy.groupModal;

/** "Sponsor a Group": stores a pledge; nothing is charged. Then it says what happens with it. */
export function GroupModal({ onClose }: { onClose: () => void }) {
  const [isDone, setDone] = useState(false);
  return (
    <Modal title={isDone ? copy.submitted : copy.title} onClose={onClose}>
      {isDone ? <PledgeRecorded onClose={onClose} /> : <PledgeForm onDone={() => setDone(true)} />}
    </Modal>
  );
}

function PledgeRecorded({ onClose }: { onClose: () => void }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <>
      <p ref={text} tabIndex={-1}>
        {copy.next}
      </p>
      <div className="row row-fill">
        <LinkButton href={paths.dashboard} text={copy.dashboard} />
        <Button kind="quiet" text={copy.close} onPress={onClose} />
      </div>
    </>
  );
}

function PledgeForm({ onDone }: { onDone: () => void }) {
  // All currencies until the settings are loaded; the server rejects unsupported ones.
  const chargeable = useSettings().data?.currencies ?? currencies;
  const form = useContractForm({
    id: 'group',
    loadSchema,
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
      onDone();
    },
  });

  return (
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
  );
}
