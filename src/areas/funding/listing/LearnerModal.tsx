import { useEffect, useRef, useState } from 'react';
import type { DrawRecord } from '#contracts/funding/draw-rules.ts';
import { getRequest } from '#contracts/requests/listing.ts';
import { isOpen } from '#contracts/requests/request-status.ts';
import type { ListedRequest } from '#contracts/requests/request-views.ts';
import { ApiError } from '../../../browser/api.ts';
import { paths } from '../../../browser/paths.ts';
import { siteStorage, storageKeys } from '../../../browser/storage.ts';
import { useApiQuery } from '../../../browser/use-api-query.ts';
import { Button } from '../../../ui/Button.tsx';
import { Modal } from '../../../ui/dialogs/Modal.tsx';
import { QueryFailed } from '../../../ui/Notice.tsx';
import { sponsorshipsCopy } from '../sponsorships.copy.ts';
import { LearnerSteps } from './LearnerSteps.tsx';
import styles from './listing.module.css';

const copy = sponsorshipsCopy.modal;

interface LearnerModalProps {
  id: string;
  fair: 'on' | 'off';
  /** The list's data, shown until the server has responded. */
  known: ListedRequest | undefined;
  draw: DrawRecord | undefined;
  onClose: () => void;
}

/** One request in a dialog, by its id: from a card, a draw, or a shared link. */
export function LearnerModal({ id, fair, known, draw, onClose }: LearnerModalProps) {
  const query = useApiQuery(getRequest, { params: { id }, query: { fair } });
  const { data, error } = query;
  const request = data?.data ?? (error ? undefined : known);
  const isUnknown = error instanceof ApiError && error.status < 500;
  const isGone = isUnknown || (request && !isOpen(request.status));
  // Keeps the name as title when the request is no longer returned.
  const name = request?.learner.userId.fullName;
  const [title, setTitle] = useState<string>(name ?? copy.title);
  useEffect(() => {
    if (name) setTitle(name);
  }, [name]);
  const end = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isGone) end.current?.focus();
  }, [isGone]);
  const isKnown = Boolean(data);
  useEffect(() => {
    if (isUnknown) siteStorage.write(storageKeys.unopenedRequest, id);
    else if (isKnown && siteStorage.read(storageKeys.unopenedRequest) === id)
      siteStorage.remove(storageKeys.unopenedRequest);
  }, [id, isUnknown, isKnown]);

  return (
    <Modal title={title} onClose={onClose}>
      <noscript>
        <a href={paths.listing}>{copy.others}</a>
      </noscript>
      {isGone ? (
        <>
          <p ref={end} tabIndex={-1}>
            {copy.gone}
          </p>
          {isUnknown && <p>{copy.invited}</p>}
          <Button isWide text={copy.others} onPress={onClose} />
        </>
      ) : error ? (
        <QueryFailed query={query} failed={copy.failed} />
      ) : request ? (
        <LearnerSteps request={request} isFair={fair === 'on'} draw={draw} />
      ) : (
        <div role="status">
          <span className="visually-hidden">{copy.loading}</span>
          <span className={`skeleton ${styles.skeletonModal}`} />
        </div>
      )}
    </Modal>
  );
}
