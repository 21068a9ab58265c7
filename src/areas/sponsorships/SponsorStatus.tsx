import { useState } from 'react';
import { paths, sponsorStatusPath } from '../../browser/paths.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Steps } from '../../ui/Steps.tsx';
import { PayStep } from './PayStep.tsx';
import { sponsorshipsCopy } from './sponsorships.copy.ts';
import { canPay, readStatusQuery } from './status-query.ts';

const copy = sponsorshipsCopy.status;

/** The step after a choice: the meeting is scheduled, or the payment is due. */
export function SponsorStatus() {
  const [query] = useState(() => readStatusQuery(location.search));
  const name = query.learner || copy.aLearner;

  if (!canPay(query)) {
    return (
      <div className="stack">
        <h1>{copy.title}</h1>
        <Notice kind="warn">
          <p>{copy.missing}</p>
          <a className="button button-quiet" href={paths.listing}>
            {copy.listing}
          </a>
        </Notice>
      </div>
    );
  }
  if (query.state === 'pay') return <PayStep query={query} name={name} />;

  const { learner, learnerId: id, price, currency: unit, requestId } = query;
  return (
    <div className="stack stack-loose">
      <Steps label={copy.stepsLabel} steps={copy.steps} now={2} />
      <h1>{copy.meetTitle}</h1>
      <div className="stack stack-tight">
        <p className="lead">{copy.meetText(name)}</p>
        <p className="soft">{copy.meetNext}</p>
      </div>
      <p className="row">
        <a className="button" href={sponsorStatusPath({ state: 'pay', learner, id, price, unit, requestId })}>
          {copy.goOn}
        </a>
        <a className="button button-quiet" href={paths.listing}>
          {copy.listing}
        </a>
      </p>
    </div>
  );
}
