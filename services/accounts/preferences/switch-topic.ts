import type { EntityManager } from 'typeorm';
import type { MailTopic } from '#contracts/mail-topics.ts';
import { MailOptOutEntity } from './mail-opt-out.entity.ts';
import type { MailReader } from './mail-reader.ts';

/** Switches a topic on or off for a reader; a second time changes nothing. */
export async function switchTopic(
  manager: EntityManager,
  reader: MailReader,
  topic: MailTopic,
  isOn: boolean,
): Promise<void> {
  if (isOn) await manager.delete(MailOptOutEntity, { ...reader, topic });
  else {
    await manager
      .createQueryBuilder()
      .insert()
      .into(MailOptOutEntity)
      .values({ ...reader, topic })
      .orIgnore()
      .execute();
  }
}

/** Whether a reader gets the mails of a topic. */
export async function isTopicOn(
  manager: EntityManager,
  reader: MailReader,
  topic: MailTopic,
): Promise<boolean> {
  return !(await manager.existsBy(MailOptOutEntity, { ...reader, topic }));
}
