import { useState } from 'react';
import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { learnerButtons } from '#contracts/dashboard/learner-reading.ts';
import { formatMinor, toMinor } from '#contracts/money.ts';
import { confirmPrice } from '#contracts/requests/prices.ts';
import { call } from '../../browser/api.ts';
import { editRequestPath } from '../../browser/paths.ts';
import { serverNow } from '../../browser/server-clock.ts';
import { toastSuccess } from '../../browser/toast.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Notice, Problem } from '../../ui/Notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import { priceConfirmationCopy as copy } from './request-actions.copy.ts';

/** Asks the learner whether the price of a request that sponsors can pay is still right; one press confirms it. */
export function PriceConfirmation(props: { request: OwnRequest; onChanged: () => void }) {
  const { request, onChanged } = props;
  const { course, priceConfirmBy: until, _id: id } = request;
  const [problem, setProblem] = useState<string>();
  const { run, isRunning } = useAction(copy.failed, setProblem);
  if (!until || !learnerButtons(request).includes('confirm-price')) return null;
  const { courseTitle } = course;
  const price = formatMinor(toMinor(course.price), course.priceUnit);

  const confirm = async () => {
    setProblem(undefined);
    toastSuccess((await call(confirmPrice, { params: { id } })).message);
    onChanged();
  };

  return (
    <Notice kind="warn">
      <div className="stack stack-tight">
        <p>{Date.parse(until) > serverNow() ? copy.ask(price, until) : copy.unlisted(price)}</p>
        <Problem text={problem} />
        <div className="row">
          <Button
            isSmall
            text={copy.confirm(price)}
            about={courseTitle}
            busy={isRunning && copy.busy}
            onPress={() => run(confirm)}
          />
          <LinkButton
            kind="quiet"
            isSmall
            href={editRequestPath(id)}
            text={copy.change}
            about={courseTitle}
          />
        </div>
      </div>
    </Notice>
  );
}
