import type { CaseRow } from '#contracts/desk/desk-inbox.ts';
import { casePath } from '#src/browser/desk-paths.ts';
import { Button } from '#src/ui/Button.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { textOfRow } from './InboxRow.tsx';
import { inboxCopy } from './inbox.copy.ts';

const copy = inboxCopy.bulk;

/** A case for which an act was not done, and why. */
export interface Rejected {
  item: CaseRow;
  problem: string;
}

interface BulkResultProps {
  message: string;
  rejected: readonly Rejected[];
  onHide: () => void;
}

/** What an act on several cases did, and the cases for which it was not done, by reason. */
export function BulkResult({ message, rejected, onHide }: BulkResultProps) {
  const reasons = [...new Set(rejected.map(({ problem }) => problem))];
  return (
    <section role="alert" aria-label={copy.result}>
      <Notice kind="warn">
        <p>
          {message} {copy.stayChosen}
        </p>
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>
              {reason}
              <ul>
                {rejected.map(
                  ({ item, problem }) =>
                    problem === reason && (
                      <li key={item.id}>
                        <a href={casePath(item.id)}>{textOfRow(item)}</a>
                      </li>
                    ),
                )}
              </ul>
            </li>
          ))}
        </ul>
        <Button kind="quiet" isSmall text={copy.hide} onPress={onHide} />
      </Notice>
    </section>
  );
}
