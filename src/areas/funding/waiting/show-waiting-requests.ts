import { formatMinor, toMinor } from '#contracts/money.ts';
import type { listPublicRequests, VisitorRequest } from '#contracts/requests/listing.ts';
import { call } from '../../../browser/api.ts';
import { listedRequestPath, signUpPath } from '../../../browser/paths.ts';
import { $token } from '../../../browser/session.ts';
import { waitingCopy as copy } from './waiting.copy.ts';

const most = 6;
// Typed by the contract without its schemas: the static pages that show them load no validation.
const publicRequests = { method: 'GET', path: '/course/get', auth: 'public' } as typeof listPublicRequests;

/** Fills the section with requests that visitors may see, and shows it; without any, it stays hidden. */
export async function showWaitingRequests(section: HTMLElement): Promise<void> {
  const { data } = await call(publicRequests, { query: { limit: most } });
  const template = section.querySelector('template');
  const list = section.querySelector('ul');
  if (data.length === 0 || !template || !list) return;
  list.replaceChildren(...data.map((request) => cardOf(template, request)));
  section.hidden = false;
}

function cardOf(template: HTMLTemplateElement, request: VisitorRequest): Node {
  const { _id, course, motivation, country, daysWaiting, learner } = request;
  const card = template.content.cloneNode(true) as DocumentFragment;
  const texts = {
    title: course.courseTitle,
    platform: copy.on(course.platform),
    reason: motivation,
    who: copy.from(learner.userId.fullName, country),
    price: formatMinor(toMinor(course.price), course.priceUnit),
    waiting: copy.waitingFor(daysWaiting),
    link: `: ${course.courseTitle}`,
  };
  for (const [name, text] of Object.entries(texts)) {
    const place = card.querySelector(`[data-${name}]`);
    if (place) place.textContent = text;
  }
  const path = listedRequestPath(_id);
  card.querySelector('a')?.setAttribute('href', $token.get() ? path : signUpPath(path));
  return card;
}
