import { useEffect, useRef } from 'react';
import type { LinkedRefund, RefundAccount } from '#contracts/refunds/refunds.ts';
import { Button } from '#src/ui/Button.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { Select, TextField } from '#src/ui/fields/Field.tsx';
import { useContractForm } from '#src/ui/fields/use-contract-form.ts';
import { Problem } from '#src/ui/Notice.tsx';
import { refundCopy as copy } from './refund.copy.ts';

const loadSchema = async () => (await import('#contracts/refunds/refunds.ts')).RefundAccountSchema;

/** The form for the bank account that a refund goes to. */
export function RefundAccountForm(props: {
  token: string;
  banks: LinkedRefund['banks'];
  /** Hidden while a proof of identity is asked for; it takes the focus when it is shown again. */
  isHidden: boolean;
  /** Sends the details; a thrown error is shown. */
  onSend: (body: RefundAccount) => Promise<void>;
}) {
  const form = useContractForm({
    id: 'refund',
    names: ['bankId', 'accountNumber'],
    loadSchema,
    initial: { bankId: '', accountNumber: '' },
    toInput: (values) => ({ token: props.token, ...values }),
  });
  const send = form.submit({
    incomplete: copy.incomplete,
    failed: copy.failed,
    toasts: 'none',
    send: props.onSend,
  });

  const wasHidden = useRef(false);
  useEffect(() => {
    if (wasHidden.current && !props.isHidden) document.getElementById('refund-accountNumber')?.focus();
    wasHidden.current = props.isHidden;
  }, [props.isHidden]);

  return (
    <form className="stack" noValidate hidden={props.isHidden} onSubmit={send}>
      <p>{copy.why}</p>
      <ErrorSummary title={copy.incomplete} problems={form.problems} attempt={form.attempt} />
      <Select
        {...form.field('bankId')}
        label={copy.bank}
        placeholder={copy.chooseBank}
        options={props.banks.map(({ id, name }) => [id, name] as const)}
      />
      <TextField
        {...form.field('accountNumber')}
        label={copy.accountNumber}
        hint={copy.accountHint}
        inputMode="numeric"
        autoComplete="off"
      />
      <Problem text={form.problem} />
      <div>
        <Button type="submit" text={copy.send} busy={form.isSubmitting && copy.sending} />
      </div>
      <p className="soft small">{copy.privacy}</p>
    </form>
  );
}
