import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { reportPath } from '../../browser/paths.ts';
import { receivedThanksCopy as copy } from './received-thanks.copy.ts';

/** The words of a learner to the sponsor, each with the link that reports it. */
export function ReceivedThanks({ request }: { request: SponsoredRequest }) {
  const { fullName } = request.learner.userId;
  return request.thankYous.map(({ _id, stage, text }) => (
    <div key={_id} className="stack stack-tight">
      <p className="soft">{copy.received[stage](fullName)}</p>
      <blockquote>{text}</blockquote>
      <a className="small" href={reportPath('thanks', _id)}>
        {copy.report}
      </a>
    </div>
  ));
}
