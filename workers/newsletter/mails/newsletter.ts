import { SubscriberEntity } from '#services/newsletter/subscriber.entity.ts';
import { links, unsubscribeLinks } from '#services/platform/tokens/links.ts';
import type { Mails } from '../../mail/mail-composer.ts';

export const newsletterMails = {
  /** Composes the double opt-in mail; undefined when the subscriber has confirmed or unsubscribed meanwhile. */
  'newsletter-confirm': async (id, { manager, config }) => {
    const subscriber = await manager.findOneBy(SubscriberEntity, { id });
    if (!subscriber?.askedAt || (subscriber.confirmedAt && !subscriber.unsubscribedAt)) return undefined;
    const token = await links.unsubscribe.sign({ sub: id }, config, subscriber.createdAt);
    const { unsubscribeUrl, headers } = unsubscribeLinks('unsubscribe', token, config);
    return {
      to: subscriber.email,
      subject: `Please confirm your address for ${config.brand.name}`,
      headers,
      title: 'Is this you?',
      preheader: 'One press, and our news come to you.',
      blocks: [
        `Somebody, most likely you, entered this address for the news of ${config.brand.name}: learners who reached their goal, courses worth a look, and sponsors who made them possible.`,
        'Press the button within 7 days and we write to you now and then. If it was not you, do nothing: then we do not.',
      ],
      action: {
        label: 'Confirm my address',
        url: await links.subscribe.url({ sub: id }, config, subscriber.askedAt),
      },
      footer: `You get this mail because this address was entered on ${config.brand.name}. Questions: ${config.brand.email.contact}`,
      unsubscribeUrl,
    };
  },

  /** Composes the welcome mail; undefined when the subscriber has unsubscribed meanwhile. */
  'newsletter-welcome': async (id, { manager, config }) => {
    const subscriber = await manager.findOneBy(SubscriberEntity, { id });
    if (!subscriber?.confirmedAt || subscriber.unsubscribedAt) return undefined;
    const token = await links.unsubscribe.sign({ sub: id }, config, subscriber.createdAt);
    const { unsubscribeUrl, headers } = unsubscribeLinks('unsubscribe', token, config);
    return {
      to: subscriber.email,
      subject: `Welcome to ${config.brand.name}`,
      headers,
      title: 'It is good to have you here',
      preheader: 'What you will hear from us.',
      blocks: [
        'Now and then we write about learners who reached their goal, courses worth a look, and sponsors who made them possible.',
        'Whenever it is enough, the link below this mail takes you off the list at once.',
      ],
      action: { label: 'Explore courses', url: `${config.publicUrl}/explore` },
      footer: `You get this mail because you confirmed this address on ${config.brand.name}. Questions: ${config.brand.email.contact}`,
      unsubscribeUrl,
    };
  },
} satisfies Mails;
