import type { ClipboardEvent } from 'react';
import { TextField } from '../../ui/fields/TextField.tsx';
import styles from './help.module.css';
import { recipientProblem } from './recipient-problem.ts';
import { requestsCopy } from './requests.copy.ts';

const copy = requestsCopy.recipients;

interface RecipientFieldProps {
  id: string;
  position: number;
  email: string;
  /** Whether to show the validation error. */
  isChecked: boolean;
  isFirstSeen: boolean;
  onChange: (email: string) => void;
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
  onLeave: () => void;
  onRemove: (() => void) | undefined;
}

/** One recipient's address, its error, and the remove button. */
export function RecipientField(props: RecipientFieldProps) {
  return (
    <div className={styles.recipient}>
      <TextField
        id={props.id}
        label={copy.field(props.position)}
        // `type="email"` would strip the line breaks of a pasted list.
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={props.isFirstSeen}
        data-first={props.isFirstSeen || undefined}
        value={props.email}
        error={props.isChecked ? recipientProblem(props.email) : undefined}
        onChange={(event) => props.onChange(event.target.value)}
        onPaste={props.onPaste}
        onBlur={props.onLeave}
      />
      {props.onRemove && (
        <button
          type="button"
          className="icon-button"
          aria-label={copy.remove(props.position)}
          onClick={props.onRemove}
        >
          <svg width="16" height="16" viewBox="0 0 20 20" aria-hidden="true">
            <path stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" d="M4 4l12 12M16 4L4 16" />
          </svg>
        </button>
      )}
    </div>
  );
}
