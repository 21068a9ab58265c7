import { type ClipboardEvent, type ComponentProps, useRef, useState } from 'react';
import { limits } from '#contracts/limits.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/dialogs/Modal.tsx';
import { TextField } from '../../ui/fields/Field.tsx';
import styles from './help.module.css';
import { uniqueEmails } from './help-form.ts';
import { recipientProblem } from './recipients.schema.ts';
import { pasteAddresses, type RecipientLine, splitAddresses } from './recipients.ts';
import { requestsCopy } from './requests.copy.ts';

const copy = requestsCopy.recipients;

interface RecipientsModalProps {
  emails: readonly string[];
  /** Receives the addresses before the dialog closes. */
  onDone: (emails: string[]) => void;
  onClose: () => void;
}

/** Dialog for the recipients of a private request. DONE returns them once all are valid, closing it those that are. */
export function RecipientsModal(props: RecipientsModalProps) {
  const lastKey = useRef(0);
  const newKey = () => {
    lastKey.current += 1;
    return lastKey.current;
  };
  const [lines, setLines] = useState<RecipientLine[]>(() =>
    (props.emails.length ? props.emails : ['']).map((email) => ({ key: newKey(), email })),
  );
  const [checked, setChecked] = useState<ReadonlySet<number>>(new Set());
  const [announcement, setAnnouncement] = useState('');

  const check = (...keys: number[]) => setChecked(new Set([...checked, ...keys]));

  /** Splits a pasted list into lines. Returns whether the text was a list. */
  const splitLine = ({ key }: RecipientLine, text: string): boolean => {
    const addresses = splitAddresses(text);
    if (addresses.length < 2) return false;
    const pasted = pasteAddresses(lines, key, addresses, newKey);
    setLines(pasted.lines);
    check(...pasted.lines.map((line) => line.key));
    setAnnouncement(copy.pasted(pasted.lines.length, pasted.doubles, pasted.leftOut));
    return true;
  };

  const paste = (event: ClipboardEvent<HTMLInputElement>, line: RecipientLine) => {
    if (splitLine(line, event.clipboardData.getData('text'))) event.preventDefault();
  };

  const remove = (index: number) => {
    const left = lines.filter((_, other) => other !== index);
    setLines(left);
    setAnnouncement(copy.count(left.length));
    const next = left[Math.min(index, left.length - 1)];
    if (next) document.getElementById(`recipient-${next.key}`)?.focus();
  };

  const leaveWith = (left: readonly RecipientLine[]) => {
    props.onDone(uniqueEmails(left.map((line) => line.email)));
    props.onClose();
  };

  const done = () => {
    const list = lines.find((line) => splitAddresses(line.email).length > 1);
    if (list) return void splitLine(list, list.email);
    const wrong = lines.find((line) => recipientProblem(line.email));
    if (!wrong) return leaveWith(lines);
    check(...lines.map((line) => line.key));
    document.getElementById(`recipient-${wrong.key}`)?.focus();
  };

  return (
    <Modal
      title={copy.title}
      onClose={() => leaveWith(lines.filter((line) => !recipientProblem(line.email)))}
    >
      <p className="soft">{copy.text}</p>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          done();
        }}
      >
        <div className="stack">
          {lines.map((line, index) => (
            <RecipientField
              key={line.key}
              id={`recipient-${line.key}`}
              position={index + 1}
              value={line.email}
              isChecked={checked.has(line.key)}
              // Focus the newly added line.
              autoFocus={index === lines.length - 1}
              onChange={({ target: { value: email } }) =>
                setLines(lines.map((other) => (other.key === line.key ? { ...other, email } : other)))
              }
              onPaste={(event) => paste(event, line)}
              onBlur={() => line.email.trim() && check(line.key)}
              onRemove={lines.length > 1 ? () => remove(index) : undefined}
            />
          ))}
        </div>
        <p className="small soft" role="status">
          {announcement || copy.count(lines.length)}
        </p>
        <div className="row row-apart">
          <Button
            kind="quiet"
            text={copy.add}
            isDisabled={lines.length >= limits.recipients}
            onPress={() => {
              setLines([...lines, { key: newKey(), email: '' }]);
              setAnnouncement(copy.count(lines.length + 1));
            }}
          />
          <Button type="submit" text={copy.done} />
        </div>
      </form>
    </Modal>
  );
}

interface RecipientFieldProps extends ComponentProps<'input'> {
  id: string;
  value: string;
  position: number;
  /** Whether to show the validation error. */
  isChecked: boolean;
  onRemove: (() => void) | undefined;
}

/** One recipient's address, its error, and the remove button. */
function RecipientField({ position, isChecked, onRemove, ...input }: RecipientFieldProps) {
  return (
    <div className={styles.recipient}>
      <TextField
        {...input}
        label={copy.field(position)}
        // `type="email"` would strip the line breaks of a pasted list.
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-first={input.autoFocus || undefined}
        error={isChecked ? recipientProblem(input.value) : undefined}
      />
      {onRemove && (
        <button type="button" className="icon-button" aria-label={copy.remove(position)} onClick={onRemove}>
          <svg width="16" height="16" viewBox="0 0 20 20" aria-hidden="true">
            <path stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" d="M4 4l12 12M16 4L4 16" />
          </svg>
        </button>
      )}
    </div>
  );
}
