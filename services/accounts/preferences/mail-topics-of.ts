import type { EntityManager } from 'typeorm';
import { type MailTopic, type TopicState, topicsOfRole } from '#contracts/accounts/mail-topics.ts';
import type { Role } from '#contracts/endpoint.ts';
import { MailOptOutEntity } from './mail-opt-out.entity.ts';
import { optOutsOf } from './switch-topic.ts';

/** Returns the mail topics of a user's role and whether each is on. */
export async function mailTopicsOf(
  manager: EntityManager,
  { id, role }: { id: string; role: Role },
): Promise<TopicState[]> {
  const off = new Set(
    (await manager.findBy(MailOptOutEntity, await optOutsOf(manager, { userId: id }))).map(
      ({ topic }) => topic,
    ),
  );
  const topics: readonly MailTopic[] = topicsOfRole[role];
  return topics.map((topic) => ({ topic, isOn: !off.has(topic) }));
}
