import { formatMinor } from '#contracts/money.ts';
import { firstName } from '#services/accounts/names.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { priceConfirmBy } from '#services/requests/prices/price-freshness.ts';
import { pricePageUrl } from '#services/requests/prices/price-link-token.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import type { ComposeMail } from '../../mail/mail-composer.ts';

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Composes the question whether a price is still right, and the mail that the request left the listing without an answer. */
export const composeConfirmPrice: ComposeMail = async (id, { manager, config, revision }) => {
  const request = await manager.findOneBy(HelpRequestEntity, { id });
  if (request?.status !== 'pending' || !request.priceAskedAt) return undefined;
  const isUnlisted = revision > 0;
  if (isUnlisted !== request.needsPrice) return undefined;
  const learner = await manager.findOneByOrFail(UserEntity, { id: request.learnerId });
  const price = formatMinor(request.priceMinor, request.currency);
  const until = dayFormat.format(priceConfirmBy(request));
  return {
    to: learner.email,
    subject: isUnlisted
      ? `Sponsors do not see your request any more: ${request.courseTitle}`
      : `Is the price still right? ${request.courseTitle}`,
    content: {
      title: isUnlisted ? 'Your request is not listed any more' : `Does it still cost ${price}?`,
      preheader: `One press confirms the price of ${request.courseTitle}.`,
      blocks: [
        isUnlisted
          ? `${firstName(learner.fullName)}, we did not hear whether the price of your course is still right. Sponsors see your request again as soon as you confirm it.`
          : `${firstName(learner.fullName)}, prices of courses change. Please look at the page of your course, and confirm the price with one press. Without it, sponsors do not see your request any more from ${until}.`,
        {
          facts: [
            ['Course', request.courseTitle],
            ['Platform', request.platform],
            ['Price', price],
          ],
        },
        'Has the price changed? Then change your request on your dashboard.',
      ],
      action: { label: `Yes, still ${price}`, url: await pricePageUrl(request, learner.email, config) },
      footer: 'You get this mail because of your request.',
    },
  };
};
