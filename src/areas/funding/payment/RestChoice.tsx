import { formatMinor } from '#contracts/money.ts';
import { minimumRestMinor, type RestReceiver, restReceivers } from '#contracts/payments/money-rules.ts';
import { RadioCards } from '../../../ui/fields/Field.tsx';
import { restCopy as copy } from '../status/status.copy.ts';

interface RestChoiceProps {
  rest: RestReceiver;
  currency: string;
  /** The payment was started; the choice can be changed on the dashboard then. */
  isFixed: boolean;
  onChoose: (rest: RestReceiver) => void;
}

/** The choice who gets the rest if the course costs less than is paid. */
export function RestChoice({ rest, currency, isFixed, onChoose }: RestChoiceProps) {
  const hints = {
    fund: copy.fundHint,
    payer: copy.payerHint(formatMinor(minimumRestMinor(currency), currency)),
  };
  return (
    <RadioCards
      id="pay-rest"
      name="rest"
      label={copy.label}
      options={restReceivers.map((value) => ({ value, text: copy.options[value], hint: hints[value] }))}
      value={rest}
      disabled={isFixed}
      onChange={(event) => onChoose(event.target.value === 'payer' ? 'payer' : 'fund')}
    />
  );
}
