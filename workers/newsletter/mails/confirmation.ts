import { SubscriberEntity } from '#services/newsletter/subscriber.entity.ts';
import { confirmationLink, unsubscribeLinks } from '#services/newsletter/subscription-links.ts';
import type { ComposeMail } from '../../mail/mail-composer.ts';

/** Composes the double opt-in mail; undefined when the subscriber has confirmed or unsubscribed meanwhile. */
export const composeNewsletterConfirm: ComposeMail = async (id, { manager, config }) => {
  const subscriber = await manager.findOneBy(SubscriberEntity, { id });
  if (!subscriber?.askedAt || (subscriber.confirmedAt && !subscriber.unsubscribedAt)) return undefined;
  const links = await unsubscribeLinks(subscriber, config);
  return {
    to: subscriber.email,
    subject: `Please confirm your address for ${config.brand.name}`,
    headers: links.headers,
    content: {
      title: 'Is this you?',
      preheader: 'One press, and our news come to you.',
      blocks: [
        `Somebody, most likely you, entered this address for the news of ${config.brand.name}: learners who reached their goal, courses worth a look, and sponsors who made them possible.`,
        'Press the button within 7 days and we write to you now and then. If it was not you, do nothing: then we do not.',
      ],
      action: {
        label: 'Confirm my address',
        url: await confirmationLink(id, subscriber.askedAt, config),
      },
      footer: `You get this mail because this address was entered on ${config.brand.name}. Questions: ${config.brand.email.contact}`,
      unsubscribeUrl: links.page,
    },
  };
};
