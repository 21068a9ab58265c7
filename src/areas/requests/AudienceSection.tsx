import { Button } from '../../ui/Button.tsx';
import { EmailVisibility } from '../../ui/EmailVisibility.tsx';
import { FieldError } from '../../ui/fields/Field.tsx';
import styles from './help.module.css';
import { helpFields } from './help-fields.ts';
import type { HelpFormState } from './help-form.ts';
import { requestsCopy as copy } from './requests.copy.ts';

interface AudienceSectionProps {
  form: HelpFormState;
  /** Whether the learner is under 18: no visitor sees the request, and no sponsor the address. */
  isMinor: boolean;
  onEditRecipients: () => void;
}

/** Private, public or both. Choosing private opens the dialog for recipients. */
export function AudienceSection({ form, isMinor, onEditRecipients }: AudienceSectionProps) {
  const { error: publicError, ...isPublic } = form.checkbox('isPublic');
  const { error: privateError, ...isPrivate } = form.checkbox('isPrivate');
  const { error: _, ...isForVisitors } = form.checkbox('isForVisitors');
  const recipients = form.field('recipientEmails');
  const { length } = form.values.recipientEmails;

  return (
    <fieldset className={styles.part} aria-describedby={publicError ? `${isPublic.id}-error` : undefined}>
      <legend>{copy.sections.audience}</legend>
      <p className="soft">{copy.audience}</p>
      <p className="soft">{isMinor ? copy.shownOfMinor : copy.shown}</p>
      <div className="choices">
        <label className="choice">
          <input
            {...isPrivate}
            type="checkbox"
            onChange={(event) => {
              isPrivate.onChange(event);
              if (event.target.checked) onEditRecipients();
            }}
          />
          <strong>{helpFields.isPrivate.label}</strong>
          <small>{helpFields.isPrivate.hint}</small>
        </label>
        {isPrivate.checked && (
          <div className="row">
            <span>{length ? copy.recipients.invited(length) : copy.recipients.none}</span>
            <Button
              id={recipients.id}
              kind="quiet"
              isSmall
              text={helpFields.recipientEmails.label}
              onPress={onEditRecipients}
            />
          </div>
        )}
        <FieldError id={recipients.id} error={isPrivate.checked ? recipients.error : undefined} />
        <label className="choice">
          <input {...isPublic} type="checkbox" />
          <strong>{helpFields.isPublic.label}</strong>
          <small>{helpFields.isPublic.hint}</small>
        </label>
        {isPublic.checked && !isMinor && (
          <label className="choice">
            <input {...isForVisitors} type="checkbox" />
            <strong>{helpFields.isForVisitors.label}</strong>
            <small>{helpFields.isForVisitors.hint}</small>
          </label>
        )}
      </div>
      <FieldError id={isPublic.id} error={publicError ?? privateError} />
      {!isMinor && <EmailVisibility />}
    </fieldset>
  );
}
