import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import {
  acceptMeetingProposal,
  arrangeMeeting,
  changeMeeting,
  notifyMeeting,
} from '#contracts/funding/sponsorships.ts';
import type { LearnerMeeting } from '#contracts/meetings/meeting-views.ts';
import { type MeetingReply, replyToMeeting } from '#contracts/meetings/meetings.ts';
import type { SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import type { TestProduct } from '#tests/support/product/test-product.ts';

/** Who meets about which request. */
export interface MeetingParts {
  product: TestProduct;
  learner: SignedIn;
  sponsor: SignedIn;
  requestId: string;
}

/** Returns what a learner and a sponsor do with their meeting; `parts` is called at each step. */
export function meetingSteps(parts: () => MeetingParts) {
  const at = () => ({ params: { id: parts().requestId } });

  /** The sponsor arranges the meeting, with or without a time, and notifies the learner. */
  async function meet(startsAt?: string): Promise<void> {
    const { product, sponsor, requestId } = parts();
    const body = startsAt ? { startsAt, note: 'Bring questions' } : {};
    await callApi(product.url, arrangeMeeting, { ...at(), body }, sponsor.token);
    await callApi(product.url, notifyMeeting, { body: { requestId } }, sponsor.token);
  }

  /** The meeting as the learner’s dashboard shows it. */
  async function own(): Promise<LearnerMeeting> {
    const { product, learner } = parts();
    const { body } = await callApi(product.url, getDashboard, { query: {} }, learner.token);
    const meeting = 'requests' in body ? body.requests[0]?.meetings[0] : undefined;
    if (!meeting) throw new Error('The learner has no meeting');
    return meeting;
  }

  /** The learner, or `who`, replies. */
  async function reply(body: MeetingReply, who = parts().learner) {
    const { product } = parts();
    const { _id: id } = await own();
    const answer = await callApi(product.url, replyToMeeting, { params: { id }, body }, who.token);
    return { said: [answer.status, answer.body.message], data: answer.body.data };
  }

  /** The sponsor accepts the time that the learner proposed. */
  async function acceptProposal(startsAt: string) {
    const { product, sponsor } = parts();
    const answer = await callApi(
      product.url,
      acceptMeetingProposal,
      { ...at(), body: { startsAt } },
      sponsor.token,
    );
    return { said: [answer.status, answer.body.message], data: answer.body.data };
  }

  /** The meetings as the sponsor’s dashboard lists them. */
  async function sponsored() {
    const { product, sponsor } = parts();
    const { body } = await callApi(product.url, getDashboard, { query: {} }, sponsor.token);
    return 'meetings' in body ? body.meetings : [];
  }

  /** The sponsor proposes another time. */
  function changeTo(startsAt: string) {
    const { product, sponsor } = parts();
    return callApi(product.url, changeMeeting, { ...at(), body: { startsAt } }, sponsor.token);
  }

  /** Moves the meeting into the past. */
  async function end(): Promise<void> {
    const { product, requestId } = parts();
    await product.db.query(
      `UPDATE meetings SET starts_at = now() - interval '2 h', ends_at = now() - interval '1 h' WHERE request_id = $1`,
      [requestId],
    );
  }

  return { meet, own, reply, acceptProposal, sponsored, changeTo, end };
}
