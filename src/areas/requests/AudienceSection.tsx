import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/fields/Field.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import styles from './help.module.css';
import type { HelpFormState } from './help-form.ts';
import { requestsCopy as copy } from './requests.copy.ts';

const EmailVisibility = lazyComponent(
  async () => (await import('../../ui/EmailVisibility.tsx')).EmailVisibility,
);

interface AudienceSectionProps {
  form: Pick<HelpFormState, 'field' | 'checkbox'>;
  isPrivate: boolean;
  recipients: readonly string[];
  onEditRecipients: () => void;
}

/** Private, public or both. Choosing private opens the dialog for recipients. */
export function AudienceSection(props: AudienceSectionProps) {
  const { error: publicError, ...isPublic } = props.form.checkbox('isPublic');
  const { error: privateError, ...isPrivate } = props.form.checkbox('isPrivate');
  const recipients = props.form.field('recipientEmails');

  return (
    <fieldset className={styles.part} aria-describedby={publicError ? `${isPublic.id}-error` : undefined}>
      <legend>{copy.sections.audience}</legend>
      <p className="soft">{copy.audience}</p>
      <div className="choices">
        <label className="choice">
          <input
            {...isPrivate}
            type="checkbox"
            onChange={(event) => {
              isPrivate.onChange(event);
              if (event.target.checked) props.onEditRecipients();
            }}
          />
          <strong>{copy.isPrivate}</strong>
          <small>{copy.isPrivateHint}</small>
        </label>
        {props.isPrivate && (
          <div className="row">
            <span>
              {props.recipients.length
                ? copy.recipients.invited(props.recipients.length)
                : copy.recipients.none}
            </span>
            <Button kind="quiet" isSmall id={recipients.id} onPress={props.onEditRecipients}>
              {copy.recipients.edit}
            </Button>
          </div>
        )}
        <FieldError id={recipients.id} error={props.isPrivate ? recipients.error : undefined} />
        <label className="choice">
          <input {...isPublic} type="checkbox" />
          <strong>{copy.isPublic}</strong>
          <small>{copy.isPublicHint}</small>
        </label>
      </div>
      <FieldError id={isPublic.id} error={publicError ?? privateError} />
      <EmailVisibility />
    </fieldset>
  );
}
