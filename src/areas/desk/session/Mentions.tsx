import { dismissMention, listMentions } from '#contracts/desk/desk-teamwork.ts';
import { casePath } from '#src/browser/desk-paths.ts';
import { Button } from '#src/ui/Button.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { callDesk } from '../call-desk.ts';
import { deskCopy } from '../desk.copy.ts';
import { RelativeTime } from '../PageParts.tsx';
import { useDeskAction, useDeskQuery } from '../use-desk-query.tsx';

const copy = deskCopy.mentions;

/** Notes in which a colleague names this operator, each until it is dismissed. */
export function Mentions() {
  const mentions = useDeskQuery(listMentions, {}).data?.data.mentions ?? [];
  const { running, run } = useDeskAction();
  if (mentions.length === 0) return null;
  return (
    <section className="stack stack-tight" aria-label={copy.label}>
      {mentions.map(({ id, caseId, about, author, note, at }) => (
        <Notice key={id}>
          <p>
            <strong translate="no">{author ?? deskCopy.system}</strong> <span>{copy.named}</span>{' '}
            <a href={casePath(caseId)} translate="no">
              {about}
            </a>{' '}
            <span className="small">
              <RelativeTime time={at} />
            </span>
          </p>
          <p>{note}</p>
          <Button
            kind="plain"
            isSmall
            text={copy.dismiss}
            details={about}
            busy={running === id && copy.dismissing}
            onPress={() => run(id, () => callDesk(dismissMention, { params: { id } }))}
          />
        </Notice>
      ))}
    </section>
  );
}
