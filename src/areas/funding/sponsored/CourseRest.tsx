import { useState } from 'react';
import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { formatMinor, toMinor } from '#contracts/money.ts';
import { chooseRest } from '#contracts/purchases/rests.ts';
import { call } from '../../../browser/api.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { Button, LinkButton } from '../../../ui/Button.tsx';
import { Problem } from '../../../ui/Notice.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { courseRestCopy as copy } from './course-rest.copy.ts';

interface CourseRestProps {
  request: SponsoredRequest;
  onChanged: () => void;
}

type WithRest = Pick<CourseRestProps, 'request'> & { rest: NonNullable<SponsoredRequest['rest']> };

/** Who gets the rest if the course costs less than was paid, with the other choice; once it is bought, what became of the rest. */
export function CourseRest({ request, onChanged }: CourseRestProps) {
  const { rest, payment } = request;
  if (!rest) return null;
  // A course that is bought once more can have a rest of the order before.
  if (rest.canChange || !rest.amount)
    return (
      <>
        {rest.canChange && <Choice request={request} rest={rest} onChanged={onChanged} />}
        <Refunds request={request} rest={rest} />
      </>
    );
  const money = (major: number) => formatMinor(toMinor(major), payment.currency);
  const isTooSmall = rest.to === 'payer' && rest.amount < rest.minimum;
  return (
    <>
      <p className="soft">{copy.cheaper(money(rest.amount))}</p>
      {rest.refunds.length === 0 && (
        <p className="soft">{isTooSmall ? copy.tooSmall(money(rest.minimum)) : copy.inFund[rest.to]}</p>
      )}
      <Refunds request={request} rest={rest} />
    </>
  );
}

/** The refunds of rests, with the link to the form for bank details where one needs them. */
function Refunds({ request, rest }: WithRest) {
  const money = (major: number) => formatMinor(toMinor(major), request.payment.currency);
  return rest.refunds.map(({ status, amount, accountUrl }) => (
    <div key={`${status} ${amount}`} className="stack stack-tight">
      <p className="soft">{copy.refunds[status](money(amount))}</p>
      {accountUrl && (
        <p className="row">
          <LinkButton isSmall href={accountUrl} text={copy.enterAccount} about={request.course.courseTitle} />
        </p>
      )}
    </div>
  ));
}

function Choice({ request, rest, onChanged }: CourseRestProps & WithRest) {
  const [problem, setProblem] = useState<string>();
  const { run, isRunning } = useAction(copy.failed, setProblem);
  if (request.status !== 'paid' || request.purchase?.isRefunding) return null;
  const other = rest.to === 'fund' ? 'payer' : 'fund';
  const minimum = formatMinor(toMinor(rest.minimum), request.payment.currency);
  const choose = async () => {
    setProblem(undefined);
    const params = { id: request._id };
    toastSuccess((await call(chooseRest, { params, body: { rest: other } })).message);
    onChanged();
  };
  return (
    <div className="stack stack-tight">
      <p className="soft">{copy.chosen[rest.to](minimum)}</p>
      <Problem text={problem} />
      <p className="row">
        <Button
          kind="quiet"
          isSmall
          text={copy.choose[other]}
          about={request.course.courseTitle}
          busy={isRunning && copy.busy}
          onPress={() => run(choose)}
        />
      </p>
    </div>
  );
}
