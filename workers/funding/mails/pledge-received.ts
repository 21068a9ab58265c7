import { formatMinor } from '#contracts/money.ts';
import { firstName } from '#services/accounts/names.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { PledgeEntity } from '#services/funding/funding.entity.ts';
import type { Mails } from '#workers/mail/mail-composer.ts';

export const pledgeMails = {
  /** Confirms to a sponsor that a pledge is recorded; nothing when it was withdrawn meanwhile. */
  'pledge-received': async (id, { manager, config }) => {
    const pledge = await manager.findOneBy(PledgeEntity, { id });
    const sponsor = pledge && (await manager.findOneBy(UserEntity, { id: pledge.sponsorId }));
    if (pledge?.status !== 'pledged' || !sponsor) return undefined;
    return {
      to: sponsor.email,
      subject: `Your pledge: ${formatMinor(pledge.amountMinor, pledge.currency)} for ${pledge.targetGroup}`,
      title: `Thank you, ${firstName(sponsor.fullName)}`,
      preheader: 'What you pledged. Nothing has been charged.',
      blocks: [
        'We have recorded your pledge. Nothing has been charged, and nothing is charged without you.',
        {
          facts: [
            ['Amount', formatMinor(pledge.amountMinor, pledge.currency)],
            ['For', pledge.targetGroup],
          ],
        },
        ...(pledge.note ? [{ quote: pledge.note }] : []),
        'The pledge is recorded on your dashboard, and you can withdraw it there at any time. No learner is paid from it yet: to pay for a course now, please choose a request from the list.',
      ],
      action: { label: 'Open your dashboard', url: `${config.publicUrl}/dashboard` },
      footer: `You get this mail because you pledged to sponsor a group. Questions: ${config.brand.email.support}`,
    };
  },
} satisfies Mails;
