import { useState } from 'react';
import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { formatMinor, toMinor } from '#contracts/money.ts';
import { confirmPrice } from '#contracts/requests/prices.ts';
import { call, messageOf } from '../../browser/api.ts';
import { editRequestPath } from '../../browser/paths.ts';
import { serverNow } from '../../browser/server-clock.ts';
import { toastSuccess } from '../../browser/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { priceConfirmationCopy as copy } from './price-confirmation.copy.ts';

/** Asks the learner whether the price of an open request is still right; one press confirms it. */
export function PriceConfirmation(props: { request: OwnRequest; onChanged: () => void }) {
  const { request, onChanged } = props;
  const { course, priceConfirmBy: until, _id: id } = request;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (!until || request.status !== 'pending') return null;
  const price = formatMinor(toMinor(course.price), course.priceUnit);
  const about = (
    <span className="visually-hidden" translate="no">
      {' '}
      {course.courseTitle}
    </span>
  );

  const confirm = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      toastSuccess((await call(confirmPrice, { params: { id } })).message);
      onChanged();
    } catch (error) {
      setProblem(messageOf(error, copy.failed));
    }
    setBusy(false);
  };

  return (
    <Notice kind="warn">
      <div className="stack stack-tight">
        <p>{Date.parse(until) > serverNow() ? copy.ask(price, until) : copy.unlisted(price)}</p>
        <Problem text={problem} />
        <div className="row">
          <Button isSmall isBusy={isBusy} busyLabel={copy.busy} onPress={() => void confirm()}>
            <span>
              {copy.confirm(price)}
              {about}
            </span>
          </Button>
          <a className="button button-quiet button-small" href={editRequestPath(id)}>
            <span>
              {copy.change}
              {about}
            </span>
          </a>
        </div>
      </div>
    </Notice>
  );
}
