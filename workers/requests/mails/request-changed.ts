import type { EntityManager } from 'typeorm';
import { formatMinor } from '#contracts/money.ts';
import { isOpen } from '#contracts/requests/request-status.ts';
import { isConfirmedAddress } from '#services/accounts/addresses/account-address.ts';
import { firstName, nameForStranger } from '#services/accounts/names.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { MeetingEntity } from '#services/meetings/meeting.entity.ts';
import { HelpRequestEntity, RecipientEntity } from '#services/requests/request.entity.ts';
import { findVisibleRequest } from '#services/requests/visible-to-sponsor.ts';
import { courseFacts, type Mails, mailAbout } from '../../mail/mail-composer.ts';

export const requestChangeMails = {
  /**
   * Composes the mail about a changed request to a sponsor with a meeting; nothing when the sponsor may no longer see
   * it.
   */
  'request-changed': mailAbout(findMeeting, async ({ request, learner, sponsor }, { manager, config }) => {
    if (!isOpen(request.status)) return undefined;
    if (!(await findVisibleRequest(manager, request.id, sponsor.id))) return undefined;
    return {
      to: sponsor.email,
      subject: `${firstName(learner.fullName)} changed the request for ${request.courseTitle}`,
      title: 'A request has changed',
      preheader: `What ${firstName(learner.fullName)} asks for now.`,
      blocks: [
        `${firstName(sponsor.fullName)}, you are going to meet ${learner.fullName}, who has changed the request since. This is how it stands now:`,
        {
          facts: [
            ...courseFacts(request),
            ['Price', formatMinor(request.priceMinor, request.currency)],
            ['Duration', `${request.duration} ${request.durationUnit}`],
          ],
        },
        { quote: request.motivation },
      ],
      action: { label: 'See other requests, too', url: `${config.publicUrl}/help-learner` },
      footer: 'You get this mail because you arranged a meeting about this request.',
    };
  }),

  'request-withdrawn': mailAbout(findMeeting, ({ request, learner, sponsor }, { config }) => {
    if (request.status !== 'withdrawn') return undefined;
    return {
      to: sponsor.email,
      subject: `${firstName(learner.fullName)} has withdrawn the request for ${request.courseTitle}`,
      title: 'This request is withdrawn',
      preheader: 'Nothing is left for you to do.',
      blocks: [
        `${firstName(sponsor.fullName)}, ${learner.fullName} no longer needs help with ${request.courseTitle}. Thank you for offering to meet.`,
        'You can take the meeting out of your calendar. Nothing was charged, and nothing is left for you to do.',
      ],
      action: { label: 'See other requests', url: `${config.publicUrl}/help-learner` },
      footer: 'You get this mail because you arranged a meeting about this request.',
    };
  }),

  /** Composes the mail about a withdrawn request to an invited recipient; nothing when the invitation was never sent. */
  'invitation-withdrawn': async (id, { manager }) => {
    const recipient = await manager.findOneBy(RecipientEntity, { id });
    const request = recipient && (await manager.findOneBy(HelpRequestEntity, { id: recipient.requestId }));
    if (!recipient?.invitedAt || request?.status !== 'withdrawn') return undefined;
    if (await isMeeting(manager, recipient.email, request.id)) return undefined;
    const learner = await manager.findOneByOrFail(UserEntity, { id: request.learnerId });
    const isConfirmed = await isConfirmedAddress(manager, recipient.email);
    const name = isConfirmed ? learner.fullName : nameForStranger(learner);
    return {
      to: recipient.email,
      subject: `${name} no longer needs help with a course`,
      title: 'This request is withdrawn',
      preheader: 'Nothing is left for you to do.',
      blocks: [
        `${name} had asked you, in person, to help with a course and has withdrawn the request. There is nothing left for you to do.`,
        'Thank you for having thought about it.',
      ],
      footer: `You get this mail because ${name} had invited this address.`,
    };
  },
} satisfies Mails;

async function findMeeting(manager: EntityManager, id: string) {
  const meeting = await manager.findOneBy(MeetingEntity, { id });
  if (!meeting) return undefined;
  const request = await manager.findOneByOrFail(HelpRequestEntity, { id: meeting.requestId });
  return {
    request,
    learner: await manager.findOneByOrFail(UserEntity, { id: request.learnerId }),
    sponsor: await manager.findOneByOrFail(UserEntity, { id: meeting.sponsorId }),
  };
}

// A sponsor with a meeting gets the mail about the meeting instead.
async function isMeeting(manager: EntityManager, email: string, requestId: string): Promise<boolean> {
  const sponsor = await manager.findOneBy(UserEntity, { email });
  return sponsor !== null && manager.existsBy(MeetingEntity, { requestId, sponsorId: sponsor.id });
}
