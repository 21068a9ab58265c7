import type { EntityManager } from 'typeorm';
import { isMeetingOpen } from '#contracts/meetings/meeting-status.ts';
import { addressHash } from '#services/accounts/preferences/mail-topics.ts';
import { type User, UserEntity } from '#services/accounts/user.entity.ts';
import { MeetingEntity } from '#services/meetings/meeting.entity.ts';
import type { Config } from '#services/platform/config.ts';
import { parseSender } from '#services/platform/email/mail-address.ts';
import { links } from '#services/platform/tokens/links.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { findVisibleRequest } from '#services/requests/visible-to-sponsor.ts';
import type { ComposedMail, Mails } from '../../mail/mail-composer.ts';
import { type MeetingDetails, renderCalendar } from './meeting-calendar.ts';
import type { MeetingText } from './meeting-facts.ts';
import { textForLearner } from './meeting-text-for-learner.ts';
import { textForSponsor } from './meeting-text-for-sponsor.ts';

export const meetingMails = {
  /** Notifies a learner of a meeting: arranged, changed, agreed, or off; nothing after a proposal of their own. */
  'meeting-for-learner': async (id, { manager, config, revision }) => {
    const details = await findMeetingDetails(id, { manager, config, revision });
    if (!details || details.meeting.status === 'counter_proposed') return undefined;
    const { learner, sponsor } = details;
    const replyUrl = await links.meeting.url({ sub: id, to: addressHash(learner.email) }, config);
    const content = textForLearner(details, { replyUrl, publicUrl: config.publicUrl });
    const replyTo = learner.hidesEmail ? undefined : sponsor.email;
    return compose(details, { reader: learner, replyTo }, content);
  },

  /** Notifies a sponsor of a meeting: arranged, changed, the learner's reply, or off. */
  'meeting-for-sponsor': async (id, { manager, config, revision }) => {
    const details = await findMeetingDetails(id, { manager, config, revision });
    if (!details) return undefined;
    const { learner, sponsor, request, isVisible } = details;
    return compose(
      details,
      { reader: sponsor, replyTo: isVisible && !learner.hidesEmail ? learner.email : undefined },
      textForSponsor(details, statusUrls(config, request.id)),
    );
  },
} satisfies Mails;

// A newer notice replaces an older one that was not sent in time.
async function findMeetingDetails(
  id: string,
  { manager, config, revision }: { manager: EntityManager; config: Config; revision: number },
): Promise<MeetingDetails | undefined> {
  const meeting = await manager.findOneBy(MeetingEntity, { id });
  if (!meeting || (meeting.notifiedRevision ?? 0) > revision) return undefined;
  const request = await manager.findOneByOrFail(HelpRequestEntity, { id: meeting.requestId });
  const learner = await manager.findOneByOrFail(UserEntity, { id: request.learnerId });
  const sponsor = await manager.findOneByOrFail(UserEntity, { id: meeting.sponsorId });
  const isVisible = (await findVisibleRequest(manager, request.id, sponsor.id)) !== undefined;
  const platformEmail = parseSender(config.mail.from).address;
  const pageUrl = `${config.publicUrl}/meeting/${id}`;
  return { meeting, request, learner, sponsor, isVisible, brand: config.brand, pageUrl, platformEmail };
}

function statusUrls({ publicUrl }: Config, requestId: string) {
  return {
    meetUrl: `${publicUrl}/sponsor-status/?state=meet&requestId=${requestId}`,
    payUrl: `${publicUrl}/sponsor-status/?state=pay&requestID=${requestId}`,
    listingUrl: `${publicUrl}/help-learner`,
  };
}

function compose(
  details: MeetingDetails,
  { reader, replyTo }: { reader: User; replyTo: string | undefined },
  text: MeetingText,
): ComposedMail {
  const { meeting, request } = details;
  const isOpen = isMeetingOpen(meeting.status);
  // A counter-proposal changes no calendar before it is accepted.
  const calendar = meeting.status === 'counter_proposed' ? undefined : renderCalendar(details, reader);
  return {
    to: reader.email,
    subject: subjectOf(details),
    // Replies go to the other participant, unless the meeting was cancelled or declined.
    ...(isOpen && replyTo && { replyTo }),
    ...(calendar && {
      icalEvent: {
        method: isOpen ? ('REQUEST' as const) : ('CANCEL' as const),
        filename: isOpen ? 'invitation.ics' : 'cancellation.ics',
        content: calendar,
      },
    }),
    ...text,
    footer: `You get this mail because of a meeting about the request for ${request.courseTitle} on ${details.brand.name}.`,
  };
}

function subjectOf({ meeting, request }: MeetingDetails): string {
  const about = `meeting about ${request.courseTitle}`;
  switch (meeting.status) {
    case 'cancelled':
      return `Cancelled: ${about}`;
    case 'declined':
      return `Declined: ${about}`;
    case 'counter_proposed':
      return `New time proposed: ${about}`;
    case 'awaiting_time':
      return `Time wanted: ${about}`;
    default:
      if (meeting.answeredRevision === meeting.revision) return `Agreed: ${about}`;
      return meeting.revision > 0 ? `Changed: ${about}` : `M${about.slice(1)}`;
  }
}
