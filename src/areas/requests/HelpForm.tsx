import { useEffect, useState } from 'react';
import type { FieldPath } from 'react-hook-form';
import { ApiError, messageOf } from '../../browser/api.ts';
import { toastError } from '../../browser/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorSummary } from '../../ui/fields/ErrorSummary.tsx';
import { controlId, messageAt, problemsOf } from '../../ui/fields/form-problems.ts';
import { AmountPreview } from './AmountPreview.tsx';
import { AudienceSection } from './AudienceSection.tsx';
import { CourseSection } from './CourseSection.tsx';
import { DeliverySection } from './DeliverySection.tsx';
import styles from './help.module.css';
import { type HelpForm as HelpFormValues, helpFields } from './help-form.ts';
import { ReasonSection } from './ReasonSection.tsx';
import { RecipientsModal } from './RecipientsModal.tsx';
import { requestsCopy as copy } from './requests.copy.ts';
import { useHelpForm } from './use-help-form.ts';

const form = 'help';

interface HelpFormProps {
  start: HelpFormValues;
  /** Edits an existing request, which keeps its password unless a new one is entered. */
  isEdit: boolean;
  /** Login e-mail whose password is stored. */
  keptLogin: string;
  submit: string;
  submitting: string;
  failed: string;
  /** Submits the form; a thrown error is displayed. */
  onSend: (form: HelpFormValues) => Promise<void>;
  /** Called 400 ms after the last change, and on `pagehide`. */
  onChange?: (form: HelpFormValues) => void;
}

const changeDelayMs = 400;

/** Fields to validate again when the key's value changes. */
const validatedWith: Partial<Record<FieldPath<HelpFormValues>, FieldPath<HelpFormValues>[]>> = {
  'course.priceUnit': ['course.price'],
  delivery: ['account.email', 'account.password'],
  isPrivate: ['isPublic', 'recipientEmails'],
};

/** The request-for-help form with its validation; the caller submits the values. */
export function HelpForm(props: HelpFormProps) {
  const [attempt, setAttempt] = useState(0);
  const [isEditingRecipients, setEditingRecipients] = useState(false);
  const { register, handleSubmit, watch, setValue, setError, formState } = useHelpForm(
    props.start,
    props.isEdit,
  );
  const { errors, isSubmitting } = formState;
  const values = watch();
  const { onChange } = props;

  useEffect(() => {
    if (!onChange || isSubmitting) return;
    const reportChange = () => onChange(values);
    const timer = setTimeout(reportChange, changeDelayMs);
    // Do not lose the last change when the page is left within the delay.
    window.addEventListener('pagehide', reportChange);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', reportChange);
    };
  }, [values, onChange, isSubmitting]);

  const field = (name: FieldPath<HelpFormValues>) => ({
    // Before the first submit, untouched fields show no error.
    ...register(name, { deps: (attempt > 0 && validatedWith[name]) || [] }),
    id: controlId(form, name),
    error: messageAt(errors, name),
  });

  const showFailure = (message: string) => {
    setAttempt((count) => count + 1);
    toastError(message);
  };

  const send = handleSubmit(
    async (filled) => {
      try {
        await props.onSend(filled);
      } catch (error) {
        if (error instanceof ApiError) {
          for (const [path, text] of Object.entries(error.errors)) {
            const name = helpFields.find((known) => path === known || path.startsWith(`${known}.`));
            if (name) setError(name, { message: text });
          }
        }
        showFailure(messageOf(error, props.failed));
      }
    },
    () => showFailure(copy.required),
  );

  return (
    <>
      <form className={styles.layout} noValidate onSubmit={send}>
        <div className={styles.parts}>
          <ErrorSummary
            title={copy.problems}
            problems={problemsOf(form, helpFields, errors)}
            attempt={attempt}
            focuses="first field"
          />
          <CourseSection field={field} currency={values.course.priceUnit} />
          <DeliverySection
            field={field}
            delivery={values.delivery}
            hasPassword={props.keptLogin !== '' && values.account.email === props.keptLogin}
          />
          <ReasonSection field={field} motivation={values.motivation} />
          <AudienceSection
            field={field}
            isPrivate={values.isPrivate}
            recipients={values.recipientEmails}
            onEditRecipients={() => setEditingRecipients(true)}
          />
        </div>
        <AmountPreview
          price={values.course.price}
          currency={values.course.priceUnit}
          courseTitle={values.course.courseTitle}
        />
        <Button type="submit" isWide isBusy={isSubmitting} busyLabel={props.submitting}>
          {props.submit}
        </Button>
      </form>
      {isEditingRecipients && (
        <RecipientsModal
          emails={values.recipientEmails}
          onDone={(emails) => {
            setValue('recipientEmails', emails, { shouldDirty: true, shouldValidate: attempt > 0 });
            setEditingRecipients(false);
          }}
        />
      )}
    </>
  );
}
