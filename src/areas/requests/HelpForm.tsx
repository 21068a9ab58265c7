import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, useState } from 'react';
import { type FieldErrors, type FieldPath, useForm } from 'react-hook-form';
import { HelpRequestSchema, submitRequest } from '#contracts/requests.ts';
import { ApiError, call, messageOf } from '../../browser/api.ts';
import { toastError } from '../../browser/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { controlId, messageAt, problemsOf } from '../../ui/form-problems.ts';
import { AmountPreview } from './AmountPreview.tsx';
import { AudiencePart } from './AudiencePart.tsx';
import { CoursePart } from './CoursePart.tsx';
import { DeliveryPart } from './DeliveryPart.tsx';
import styles from './help.module.css';
import { dropHelpDraft, keepHelpDraft, readHelpDraft } from './help-draft.ts';
import { type HelpForm as HelpFormValues, helpFields, startHelpForm, toHelpRequest } from './help-form.ts';
import { ReasonPart } from './ReasonPart.tsx';
import { RecipientsModal } from './RecipientsModal.tsx';
import { requestsCopy as copy } from './requests.copy.ts';
import { SubmittedView } from './SubmittedView.tsx';

const form = 'help';
const checkRequest = standardSchemaResolver<ReturnType<typeof toHelpRequest>, unknown, unknown>(
  HelpRequestSchema,
);
const draftDelayMs = 400;

/** The request-for-help form, from an empty page or a draft to the Success view. */
export function HelpForm() {
  const [sent, setSent] = useState<{ invitationsWait: boolean }>();
  const [attempt, setAttempt] = useState(0);
  const [isAsking, setAsking] = useState(false);
  const { register, handleSubmit, watch, setValue, setError, formState } = useForm<HelpFormValues>({
    defaultValues: startHelpForm(readHelpDraft()),
    mode: 'onTouched',
    shouldFocusError: false,
    // The contract judges what will travel, not the text as it is typed.
    resolver: async (values, context, options) => {
      const { errors } = await checkRequest(toHelpRequest(values), context, options as never);
      return Object.keys(errors).length > 0
        ? { values: {}, errors: errors as FieldErrors<HelpFormValues> }
        : { values, errors: {} };
    },
  });
  const { errors, isSubmitting } = formState;
  const values = watch();

  useEffect(() => {
    if (sent) return;
    const timer = setTimeout(() => keepHelpDraft(values), draftDelayMs);
    return () => clearTimeout(timer);
  }, [values, sent]);

  const field = (name: FieldPath<HelpFormValues>) => ({
    ...register(name),
    id: controlId(form, name),
    error: messageAt(errors, name),
  });

  const refuse = (message: string) => {
    setAttempt((count) => count + 1);
    toastError(message);
  };

  const send = handleSubmit(
    async (filled) => {
      try {
        const { data } = await call(submitRequest, { body: toHelpRequest(filled) });
        dropHelpDraft();
        setSent(data);
      } catch (error) {
        if (error instanceof ApiError) {
          for (const [path, text] of Object.entries(error.errors)) {
            const name = helpFields.find((known) => path === known || path.startsWith(`${known}.`));
            if (name) setError(name, { message: text });
          }
        }
        refuse(messageOf(error, copy.failed));
      }
    },
    () => refuse(copy.required),
  );

  if (sent) return <SubmittedView invitationsWait={sent.invitationsWait} />;
  return (
    <>
      <form className={styles.layout} noValidate onSubmit={send}>
        <div className={styles.parts}>
          <ErrorSummary
            title={copy.problems}
            problems={problemsOf(form, helpFields, errors)}
            attempt={attempt}
          />
          <CoursePart field={field} />
          <DeliveryPart field={field} delivery={values.delivery} />
          <ReasonPart field={field} motivation={values.motivation} />
          <AudiencePart
            field={field}
            isPrivate={values.isPrivate}
            recipients={values.recipientEmails}
            onAskRecipients={() => setAsking(true)}
          />
        </div>
        <AmountPreview
          price={values.course.price}
          currency={values.course.priceUnit}
          courseTitle={values.course.courseTitle}
        />
        <Button type="submit" isWide isBusy={isSubmitting} busyLabel={copy.submitting}>
          {copy.submit}
        </Button>
      </form>
      {isAsking && (
        <RecipientsModal
          emails={values.recipientEmails}
          onDone={(emails) => {
            setValue('recipientEmails', emails, { shouldDirty: true, shouldValidate: attempt > 0 });
            setAsking(false);
          }}
        />
      )}
    </>
  );
}
