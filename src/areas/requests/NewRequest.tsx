import { type ComponentProps, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { submitRequest } from '#contracts/requests/requests.ts';
import { call } from '../../browser/api.ts';
import { toastError } from '../../browser/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/dialogs/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useWasRendered } from '../../ui/use-was-rendered.ts';
import { HelpForm } from './HelpForm.tsx';
import styles from './help.module.css';
import type { HelpForm as HelpFormValues } from './help-fields.ts';
import {
  type CoursePrefill,
  clearHelpDraft,
  initialHelpForm,
  readHelpDraft,
  storeHelpDraft,
  withCourse,
} from './help-form.ts';
import { type HelpPurpose, useCoursePrefill } from './help-start.ts';
import { requestsCopy as copy } from './requests.copy.ts';
import { SubmittedView } from './SubmittedView.tsx';

const loadSchemas = {
  adult: async () => (await import('#contracts/requests/requests.ts')).AdultRequestSchema,
  minor: async () => (await import('#contracts/requests/requests.ts')).HelpRequestSchema,
};

/** A new request, from an empty form, a draft or a course, to the Success view. */
export function NewRequest({ purpose }: { purpose: HelpPurpose }) {
  const [sent, setSent] = useState<Omit<ComponentProps<typeof SubmittedView>, 'what'>>();
  const { prefill, isMissing } = useCoursePrefill(purpose);
  const wasRendered = useWasRendered();
  const [draft, setDraft] = useState(() => (wasRendered ? undefined : readHelpDraft()));
  // The form holds its own state; a new key remounts it.
  const [start, setStart] = useState(() => {
    const form = initialHelpForm(draft);
    return { key: 0, form: wasRendered && prefill ? withCourse(form, prefill) : form };
  });
  const [offered, setOffered] = useState<CoursePrefill>();

  const begin = useCallback((form: HelpFormValues) => setStart(({ key }) => ({ key: key + 1, form })), []);

  // A server has rendered the form without the draft, and with the course.
  const renderedPrefill = useRef(wasRendered ? prefill : undefined);
  useLayoutEffect(() => {
    const kept = wasRendered && readHelpDraft();
    if (kept) {
      setDraft(kept);
      begin(kept);
      const { current } = renderedPrefill;
      if (current && kept.link !== current.link) setOffered(current);
    }
    showForm();
  }, [wasRendered, begin]);

  useEffect(() => {
    if (isMissing) toastError(copy.draft.notFound);
    if (!prefill || prefill === renderedPrefill.current) return;
    const now = readHelpDraft();
    // Typed input is never replaced without a confirmation.
    if (now && now.link !== prefill.link) setOffered(prefill);
    else if (!now) begin(withCourse(initialHelpForm(), prefill));
  }, [prefill, isMissing, begin]);

  const take = () => {
    if (offered) begin(withCourse(initialHelpForm(readHelpDraft()), offered));
    setOffered(undefined);
    setDraft(undefined);
  };

  const startOver = () => {
    clearHelpDraft();
    setDraft(undefined);
    setOffered(undefined);
    begin(initialHelpForm());
  };

  if (sent) return <SubmittedView what="sent" {...sent} />;
  return (
    <div className={`stack stack-loose ${styles.new}`}>
      {(draft || offered) && (
        <DraftNotice
          draftTitle={draft?.course.courseTitle ?? ''}
          offered={offered?.course.courseTitle}
          onTake={take}
          onKeep={() => setOffered(undefined)}
          onStartOver={startOver}
        />
      )}
      <HelpForm
        key={start.key}
        start={start.form}
        loadSchemas={loadSchemas}
        keptLogin=""
        copy={copy}
        onChange={storeHelpDraft}
        onSend={async (body) => {
          const { data } = await call(submitRequest, { body });
          clearHelpDraft();
          setSent({ ...data, needsInvoice: body.delivery === 'school-invoice' });
        }}
      />
    </div>
  );
}

/** Ends what hides the rendered form of a browser that has a draft (first-paint.ts): the draft is in the form now. */
function showForm(): void {
  delete document.documentElement.dataset.draft;
}

interface DraftNoticeProps {
  draftTitle: string;
  /** Title of a course that could replace the draft's. */
  offered: string | undefined;
  onTake: () => void;
  onKeep: () => void;
  onStartOver: () => void;
}

/** Notice that the form was restored from a draft, with buttons to discard it or to take another course. */
function DraftNotice(props: DraftNoticeProps) {
  const [isConfirming, setConfirming] = useState(false);
  if (props.offered) {
    return (
      <Notice text={copy.draft.other(props.draftTitle || copy.draft.otherUntitled, props.offered)}>
        <div className="row">
          <Button isSmall text={copy.draft.take} onPress={props.onTake} />
          <Button kind="quiet" isSmall text={copy.draft.keepMine} onPress={props.onKeep} />
        </div>
      </Notice>
    );
  }
  return (
    <Notice>
      <div className="row">
        <p>{copy.draft.kept}</p>
        <Button kind="quiet" isSmall text={copy.draft.afresh} onPress={() => setConfirming(true)} />
      </div>
      {isConfirming && (
        <Modal title={copy.draft.afreshTitle} onClose={() => setConfirming(false)}>
          <p>{copy.draft.afreshText}</p>
          <div className="row row-fill">
            <Button kind="quiet" text={copy.draft.keep} onPress={() => setConfirming(false)} />
            <Button text={copy.draft.afreshConfirm} onPress={props.onStartOver} />
          </div>
        </Modal>
      )}
    </Notice>
  );
}
