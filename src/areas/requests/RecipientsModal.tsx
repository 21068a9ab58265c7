import { useRef, useState } from 'react';
import { EmailSchema } from '#contracts/fields.ts';
import { limits } from '#contracts/limits.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './help.module.css';
import { uniqueEmails } from './help-form.ts';
import { requestsCopy } from './requests.copy.ts';

const copy = requestsCopy.recipients;

/** What is wrong with one line: every one must hold an address. */
function problemOf(email: string): string | undefined {
  if (!email.trim()) return copy.missing;
  const checked = EmailSchema.safeParse(email);
  return checked.success ? undefined : checked.error.issues[0]?.message;
}

/** Collects the e-mail addresses that a private request goes to. DONE hands them over once all are right. */
export function RecipientsModal(props: { emails: readonly string[]; onDone: (emails: string[]) => void }) {
  const lastKey = useRef(0);
  const newLine = (email: string) => {
    lastKey.current += 1;
    return { key: lastKey.current, email };
  };
  const [lines, setLines] = useState(() => (props.emails.length ? props.emails : ['']).map(newLine));
  const [isChecked, setChecked] = useState(false);

  const done = () => {
    const wrong = lines.findIndex((line) => problemOf(line.email));
    if (wrong === -1) return props.onDone(uniqueEmails(lines.map((line) => line.email)));
    setChecked(true);
    document.getElementById(`recipient-${lines[wrong]?.key}`)?.focus();
  };

  return (
    <Modal
      title={copy.title}
      onClose={() =>
        props.onDone(uniqueEmails(lines.map((line) => line.email).filter((email) => !problemOf(email))))
      }
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
        {lines.map((line, index) => (
          <div key={line.key} className={styles.recipient}>
            <TextField
              id={`recipient-${line.key}`}
              label={copy.field(index + 1)}
              type="email"
              autoComplete="off"
              // The line that was asked for is where one wants to type.
              autoFocus={index === lines.length - 1}
              value={line.email}
              error={isChecked ? problemOf(line.email) : undefined}
              onChange={(event) => {
                const email = event.target.value;
                setLines(lines.map((other) => (other.key === line.key ? { ...other, email } : other)));
              }}
            />
            {lines.length > 1 && (
              <button
                type="button"
                className="icon-button"
                aria-label={copy.remove(index + 1)}
                onClick={() => setLines(lines.filter((other) => other.key !== line.key))}
              >
                ✕
              </button>
            )}
          </div>
        ))}
        <div className="row row-apart">
          <Button
            kind="quiet"
            isDisabled={lines.length >= limits.recipients}
            onPress={() => setLines([...lines, newLine('')])}
          >
            {copy.add}
          </Button>
          <Button type="submit">{copy.done}</Button>
        </div>
      </form>
    </Modal>
  );
}
