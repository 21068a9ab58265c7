import { listMailTopics, switchMailTopic, type TopicState } from '#contracts/accounts/mail-settings.ts';
import { mailTopics } from '#contracts/accounts/mail-topics.ts';
import { call } from '../../../browser/api.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { setApiQueryData, useApiQuery } from '../../../browser/use-api-query.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { profileCopy } from './profile.copy.ts';
import styles from './profile.module.css';
import { Section } from './Section.tsx';

const copy = profileCopy.mail;

/** The mail topics of the account; each switch is saved at once. */
export function MailSection() {
  const topics = useApiQuery(listMailTopics, {});
  const { run, running, isRunning } = useAction(copy.notSaved);

  const change = (wanted: TopicState) =>
    run(async () => {
      await setApiQueryData(listMailTopics, {}, await call(switchMailTopic, { body: wanted }));
      const { label } = mailTopics[wanted.topic];
      toastSuccess(wanted.isOn ? copy.on(label) : copy.off(label));
    }, wanted.topic);

  return (
    <Section heading={copy.heading}>
      <QueryState query={topics} loading={copy.loading} failed={copy.failed} />
      {topics.data && (
        <ul className={`bare ${styles.topics}`} aria-busy={isRunning}>
          {topics.data.data.map(({ topic, isOn }) => (
            <li key={topic}>
              <Checkbox
                role="switch"
                checked={running === topic ? !isOn : isOn}
                onChange={(event) => void change({ topic, isOn: event.target.checked })}
              >
                <strong>{mailTopics[topic].label}</strong>
                <small className="soft">{mailTopics[topic].hint}</small>
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
      <p className="small soft">{copy.always}</p>
    </Section>
  );
}
