import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import type { HelpRequestSchema, RequestEditSchema } from '#contracts/requests/requests.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorSummary } from '../../ui/fields/ErrorSummary.tsx';
import { useContractForm } from '../../ui/fields/use-contract-form.ts';
import { AmountPreview } from './AmountPreview.tsx';
import { AudienceSection } from './AudienceSection.tsx';
import { CourseSection } from './CourseSection.tsx';
import { DeliverySection } from './DeliverySection.tsx';
import styles from './help.module.css';
import { type HelpForm as HelpFormValues, helpFields, toHelpRequest } from './help-form.ts';
import { ReasonSection } from './ReasonSection.tsx';
import { RecipientsModal } from './RecipientsModal.tsx';
import { requestsCopy as copy } from './requests.copy.ts';

interface HelpFormProps {
  start: HelpFormValues;
  /** Schema of a new request, or of an edit, which keeps the password unless a new one is entered. */
  schema: typeof HelpRequestSchema | typeof RequestEditSchema;
  /** Login e-mail whose password is stored. */
  keptLogin: string;
  submit: string;
  submitting: string;
  failed: string;
  /** Submits the request; a thrown error is displayed. */
  onSend: (request: z.output<typeof HelpRequestSchema>) => Promise<void>;
  /** Called 400 ms after the last change, and on `pagehide`. */
  onChange?: (form: HelpFormValues) => void;
}

const changeDelayMs = 400;

/** The request-for-help form with its validation; the caller submits the values. */
export function HelpForm(props: HelpFormProps) {
  const [isEditingRecipients, setEditingRecipients] = useState(false);
  const form = useContractForm({
    id: 'help',
    names: helpFields,
    schema: props.schema,
    initial: props.start,
    toInput: toHelpRequest,
  });
  const { values, isSubmitting } = form;
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

  const send = form.submit({ incomplete: copy.required, failed: props.failed, send: props.onSend });

  return (
    <>
      <form className={styles.layout} noValidate onSubmit={send}>
        <div className={styles.parts}>
          <ErrorSummary
            title={copy.problems}
            problems={form.problems}
            attempt={form.attempt}
            focuses="first field"
          />
          <CourseSection field={form.field} currency={values.course.priceUnit} />
          <DeliverySection
            field={form.field}
            delivery={values.delivery}
            hasPassword={props.keptLogin !== '' && values.account.email === props.keptLogin}
          />
          <ReasonSection field={form.field} motivation={values.motivation} />
          <AudienceSection
            form={form}
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
            form.set('recipientEmails', emails);
            setEditingRecipients(false);
          }}
        />
      )}
    </>
  );
}
