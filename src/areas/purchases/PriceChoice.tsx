import { useState } from 'react';
import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { formatMinor, toMinor } from '#contracts/money.ts';
import { payDifference, takeMoneyBack } from '#contracts/purchases/price-choices.ts';
import { call, messageOf } from '#src/browser/api.ts';
import { toastSuccess } from '#src/browser/toast.ts';
import { Button } from '#src/ui/Button.tsx';
import { ConfirmModal } from '#src/ui/dialogs/Modal.tsx';
import { Amounts } from '#src/ui/Facts.tsx';
import { Notice, Problem } from '#src/ui/Notice.tsx';
import { priceChoiceCopy as copy } from './price-choice.copy.ts';

interface PriceChoiceProps {
  request: SponsoredRequest;
  onChanged: () => void;
}

/** The question about a higher price with both answers, and the differences that were paid before. */
export function PriceChoice(props: PriceChoiceProps) {
  const { payment, priceChoice } = props.request;
  return (
    <>
      {priceChoice && <Question {...props} choice={priceChoice} />}
      {payment.added.map(({ reference, amount }) => (
        <p key={reference} className="soft">
          {copy.added(formatMinor(toMinor(amount), payment.currency))}
        </p>
      ))}
    </>
  );
}

function Question(props: PriceChoiceProps & { choice: NonNullable<SponsoredRequest['priceChoice']> }) {
  const { request, choice, onChanged } = props;
  const { payment } = request;
  const { courseTitle } = request.course;
  const params = { id: choice._id };
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const money = (major: number) => formatMinor(toMinor(major), payment.currency);

  const pay = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const { data } = await call(payDifference, { params });
      location.assign(data.data.authorization_url);
    } catch (error) {
      setProblem(messageOf(error, copy.payFailed));
      setBusy(false);
      onChanged();
    }
  };
  const takeBack = async () => {
    toastSuccess((await call(takeMoneyBack, { params })).message);
    setAsking(false);
    onChanged();
  };

  return (
    <Notice kind="warn">
      <div className="stack stack-tight">
        <h4>{copy.title(choice.isShortPayment)}</h4>
        <p>{copy.text(choice.until, choice.isShortPayment)}</p>
        {choice.message && <p>{copy.note(choice.message)}</p>}
        <Amounts
          lines={[
            [copy.given, money(choice.given)],
            [copy.now(choice.isShortPayment), money(choice.price)],
            [copy.difference, money(choice.difference)],
            [copy.fee, money(choice.fee)],
            [copy.total, money(choice.amount)],
          ]}
        />
        <Problem text={problem} />
        <div className="row">
          <Button
            isSmall
            text={copy.pay(money(choice.amount))}
            about={courseTitle}
            busy={isBusy && copy.opening}
            onPress={pay}
          />
          <Button
            kind="quiet"
            isSmall
            text={copy.refund}
            about={courseTitle}
            onPress={() => setAsking(true)}
          />
        </div>
        {isAsking && (
          <ConfirmModal
            title={copy.refundTitle}
            copy={copy}
            onConfirm={takeBack}
            onClose={() => setAsking(false)}
          >
            <p>{copy.refundText(courseTitle, money(payment.amount))}</p>
          </ConfirmModal>
        )}
      </div>
    </Notice>
  );
}
