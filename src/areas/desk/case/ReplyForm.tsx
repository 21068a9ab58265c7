import { type ChangeEvent, useRef, useState } from 'react';
import { getReplies, type ReplyRecipient, replyToPerson } from '#contracts/desk/desk-teamwork.ts';
import { toastSuccess } from '#src/browser/toast.ts';
import { Button } from '#src/ui/Button.tsx';
import { Select, TextArea, TextField } from '#src/ui/fields/Field.tsx';
import { useContractForm } from '#src/ui/fields/use-contract-form.ts';
import { Problem } from '#src/ui/Notice.tsx';
import { useFocusOnLeave } from '#src/ui/use-focus-on-leave.tsx';
import { callDesk } from '../call-desk.ts';
import { useKeptText } from '../session/use-kept-text.ts';
import { DeskQueryState, refreshDesk, useDeskQuery } from '../use-desk-query.tsx';
import styles from './case.module.css';
import { replyCopy as copy } from './reply.copy.ts';

const loadSchema = async () => replyToPerson.body;

/** Writes a mail to a person of an own case. Closed it is a button; open it loads the people and the templates. */
export function ReplyForm({ caseId }: { caseId: string }) {
  const [isOpen, setOpen] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  useFocusOnLeave(details, 'case-actions');
  const query = useDeskQuery(getReplies, { params: { id: caseId } }, { isOff: !isOpen });
  const recipients = query.data?.data.recipients;
  const close = () => {
    details.current?.querySelector('summary')?.focus();
    setOpen(false);
  };
  return (
    <details
      ref={details}
      className={styles.action}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onKeyDown={({ key }) => {
        if (key === 'Escape' && isOpen) close();
      }}
    >
      <summary>{copy.title}</summary>
      <DeskQueryState query={query} />
      {recipients?.length === 0 && <p className="soft">{copy.noRecipient}</p>}
      {recipients && recipients.length > 0 && (
        <ReplyFields caseId={caseId} recipients={recipients} isOpen={isOpen} onSent={close} />
      )}
    </details>
  );
}

function ReplyFields(props: {
  caseId: string;
  recipients: readonly ReplyRecipient[];
  isOpen: boolean;
  onSent: () => void;
}) {
  const { caseId, recipients, isOpen, onSent } = props;
  const form = useContractForm({
    id: 'reply',
    loadSchema,
    initial: { to: recipients[0]?.id ?? '', subject: '', text: '' },
    isShort: true,
  });
  const [template, setTemplate] = useState('');
  const [filled, setFilled] = useState({ subject: '', text: '' });
  const { to, subject, text } = form.values;
  const templates = recipients.find(({ id }) => id === to)?.templates ?? [];
  const isEdited = text !== filled.text || subject !== filled.subject;
  const values = [
    { label: copy.subject, value: subject },
    { label: copy.text, value: text },
  ];
  const whileSending = useKeptText({ form: copy.title, values: isOpen && isEdited ? values : [] });

  const fill = (next: { subject: string; text: string }) => {
    // What was typed stays above the template.
    const isTyped = text.trim() !== '' && text !== filled.text;
    form.set('subject', subject && subject !== filled.subject ? subject : next.subject);
    form.set('text', isTyped ? `${text.trimEnd()}\n\n${next.text}` : next.text);
    setFilled(isTyped ? { ...next, text: '' } : next);
  };
  const choose = ({ target }: ChangeEvent<HTMLSelectElement>) => {
    setTemplate(target.value);
    const chosen = templates.find(({ id }) => id === target.value);
    if (chosen) fill(chosen);
  };
  const address = ({ target }: ChangeEvent<HTMLSelectElement>) => {
    form.set('to', target.value);
    // The amounts of one payer are not for another person.
    const same = recipients
      .find(({ id }) => id === target.value)
      ?.templates.find(({ id }) => id === template);
    if (!isEdited) fill(same ?? { subject: '', text: '' });
    if (!same) setTemplate('');
  };
  const send = form.submit({
    failed: copy.failed,
    toasts: 'none',
    send: async (body) => {
      try {
        const sent = callDesk(replyToPerson, { params: { id: caseId }, body });
        toastSuccess((await whileSending(sent)).message);
        for (const name of ['subject', 'text'] as const) form.set(name, '');
        setFilled({ subject: '', text: '' });
        setTemplate('');
        onSent();
      } finally {
        await refreshDesk();
      }
    },
  });
  return (
    <form className="stack stack-tight" noValidate onSubmit={send}>
      <p className="small soft">{copy.hint}</p>
      <Select
        {...form.field('to')}
        label={copy.to}
        onChange={address}
        options={recipients.map(({ id, name, email, part }) => [
          id,
          `${name} (${copy.parts[part]}), ${email}`,
        ])}
      />
      <Select
        id="reply-template"
        label={copy.template}
        placeholder={copy.noTemplate}
        value={template}
        onChange={choose}
        options={templates.map(({ id, title }) => [id, title])}
      />
      <TextField {...form.field('subject')} label={copy.subject} />
      <TextArea {...form.field('text')} label={copy.text} rows={10} />
      <Problem text={form.problem} />
      <Button type="submit" isSmall text={copy.send} busy={form.isSubmitting && copy.sending} />
    </form>
  );
}
