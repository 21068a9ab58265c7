import { useState } from 'react';
import type { CaseDetails } from '#contracts/desk/desk.ts';
import { casePath } from '#src/browser/desk-paths.ts';
import { toastError } from '#src/browser/toast.ts';
import { Button } from '#src/ui/Button.tsx';
import { inboxCopy } from '../inbox/inbox.copy.ts';
import { inboxPath, readPlace, storeOpened } from '../inbox/inbox-place.ts';
import { KeyList } from '../inbox/KeyList.tsx';
import { useDeskKeys } from '../inbox/use-desk-keys.ts';
import { useNextCase } from '../inbox/use-next-case.ts';
import { useOwnership } from '../inbox/use-ownership.ts';
import { caseCopy } from './case.copy.ts';

const { place: copy, nextCase } = inboxCopy;

/**
 * Leads from a case back to its row of the inbox, to the cases beside it there, and to the next one of the filters. It has
 * the keys of the inbox.
 *
 * @param supportCase undefined until it has loaded
 */
export function CaseNavigation({ id, supportCase }: { id: string; supportCase: CaseDetails | undefined }) {
  const [{ ids, search }] = useState(readPlace);
  const { isTaking, takeNext } = useNextCase(() => search, id);
  const { toggle } = useOwnership();
  const place = ids.indexOf(id);
  const neighbour = (step: 1 | -1) => (place < 0 ? undefined : ids[place + step]);
  const go = (step: 1 | -1) => {
    const other = neighbour(step);
    if (!other) return toastError(step > 0 ? copy.last : copy.first);
    storeOpened(other);
    location.assign(casePath(other));
  };
  const keys = useDeskKeys({
    j: () => go(1),
    k: () => go(-1),
    u: () => location.assign(inboxPath()),
    n: () => void takeNext(),
    c: () => {
      if (!supportCase || supportCase.status === 'closed') return;
      const { isMine, owner } = supportCase;
      if (isMine || !owner) toggle(id, isMine);
      else toastError(`${owner.name}: ${caseCopy.owner.toLowerCase()}`);
    },
  });
  // A case that has no owner yet is not done either.
  const isDone =
    supportCase?.status === 'closed' || (supportCase?.isMine && supportCase.status === 'waiting');
  const link = (step: 1 | -1, text: string) => {
    const other = neighbour(step);
    return (
      other && (
        <a href={casePath(other)} rel={step > 0 ? 'next' : 'prev'} onClick={() => storeOpened(other)}>
          {text}
        </a>
      )
    );
  };
  return (
    <nav className="row row-apart" aria-label={copy.label}>
      <div className="row small">
        <a href={inboxPath()}>← {caseCopy.back}</a>
        {link(-1, copy.previous)}
        {place >= 0 && <span className="soft">{copy.position(place + 1, ids.length)}</span>}
        {link(1, copy.next)}
      </div>
      <div className="row">
        <KeyList keys={keys} />
        <Button
          kind="quiet"
          isSmall
          text={isDone ? nextCase.done : nextCase.open}
          busy={isTaking && nextCase.taking}
          onPress={takeNext}
        />
      </div>
    </nav>
  );
}
