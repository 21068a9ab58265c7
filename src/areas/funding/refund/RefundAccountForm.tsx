import { type SubmitEvent, useState } from 'react';
import { type LinkedRefund, RefundAccountSchema, sendRefundAccount } from '#contracts/refunds.ts';
import { ApiError, call, messageOf } from '../../../browser/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorSummary } from '../../../ui/fields/ErrorSummary.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Problem } from '../../../ui/Problem.tsx';
import { refundCopy as copy } from './refund.copy.ts';

type Fields = Record<'bankId' | 'accountNumber', string>;

const ids: Fields = { bankId: 'refund-bank', accountNumber: 'refund-account' };
const names = ['bankId', 'accountNumber'] as const;

/** The form for the bank account that a refund goes to; keeps what was typed when it is rejected. */
export function RefundAccountForm(props: {
  token: string;
  banks: LinkedRefund['banks'];
  onSent: (refund: LinkedRefund, message: string) => void;
  /** Called when the refund has changed meanwhile. */
  onChanged: () => void;
}) {
  const [typed, setTyped] = useState<Fields>({ bankId: '', accountNumber: '' });
  const [errors, setErrors] = useState<Partial<Fields>>({});
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const [isBusy, setIsBusy] = useState(false);

  const reject = (found: Partial<Fields>, reason?: string) => {
    setErrors(found);
    setProblem(reason);
    setAttempt((count) => count + 1);
  };

  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const body = RefundAccountSchema.safeParse({ token: props.token, ...typed });
    if (!body.success) return reject(firstMessages(body.error.issues));
    reject({});
    setIsBusy(true);
    try {
      const { message, data } = await call(sendRefundAccount, { body: body.data });
      props.onSent(data, message);
    } catch (error) {
      const found: Partial<Fields> = error instanceof ApiError ? error.errors : {};
      const isField = names.some((name) => found[name]);
      reject(found, isField ? undefined : messageOf(error, copy.failed));
      if (error instanceof ApiError && error.status === 409) props.onChanged();
    } finally {
      setIsBusy(false);
    }
  };

  const change = (name: keyof Fields) => (event: { target: { value: string } }) => {
    setTyped({ ...typed, [name]: event.target.value });
    setErrors({ ...errors, [name]: undefined });
  };
  const problems = names.flatMap((name) => (errors[name] ? [{ id: ids[name], message: errors[name] }] : []));
  return (
    <form className="stack" noValidate onSubmit={send}>
      <p>{copy.why}</p>
      <ErrorSummary title={copy.incomplete} problems={problems} attempt={attempt} />
      <Select
        id={ids.bankId}
        label={copy.bank}
        placeholder={copy.chooseBank}
        options={props.banks.map(({ id, name }) => [id, name] as const)}
        value={typed.bankId}
        onChange={change('bankId')}
        error={errors.bankId}
      />
      <TextField
        id={ids.accountNumber}
        label={copy.accountNumber}
        hint={copy.accountHint}
        inputMode="numeric"
        autoComplete="off"
        value={typed.accountNumber}
        onChange={change('accountNumber')}
        error={errors.accountNumber}
      />
      <Problem text={problem} />
      <div>
        <Button type="submit" isBusy={isBusy} busyLabel={copy.sending}>
          {copy.send}
        </Button>
      </div>
      <p className="soft small">{copy.privacy}</p>
    </form>
  );
}

function firstMessages(issues: readonly { path: PropertyKey[]; message: string }[]): Partial<Fields> {
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
}
