import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { getProfile } from '#contracts/accounts/profile.ts';
import type { HelpRequestSchema, RequestEditSchema } from '#contracts/requests/requests.ts';
import { useSettings } from '../../browser/settings.ts';
import { useApiQuery } from '../../browser/use-api-query.ts';
import { Button } from '../../ui/Button.tsx';
import { Cloth } from '../../ui/drawings/Cloth.tsx';
import { Amounts } from '../../ui/Facts.tsx';
import { ErrorSummary } from '../../ui/fields/ErrorSummary.tsx';
import { useContractForm } from '../../ui/fields/use-contract-form.ts';
import { lazyDialog } from '../../ui/lazy-component.tsx';
import { AudienceSection } from './AudienceSection.tsx';
import { CourseSection, DeliverySection, ReasonSection } from './HelpSections.tsx';
import { HelpSkeleton } from './HelpSkeleton.tsx';
import styles from './help.module.css';
import type { HelpForm as HelpFormValues } from './help-fields.ts';
import { amountPreview, helpNames, toHelpRequest } from './help-form.ts';
import { requestsCopy as copy } from './requests.copy.ts';

interface HelpFormProps {
  start: HelpFormValues;
  /** Import the schemas of a new request, or of an edit, which keeps the password unless a new one is entered. */
  loadSchemas: Record<'adult' | 'minor', () => Promise<typeof HelpRequestSchema | typeof RequestEditSchema>>;
  /** Login e-mail whose password is stored. */
  keptLogin: string;
  copy: Record<'submit' | 'submitting' | 'failed', string>;
  /** Submits the request; a thrown error is displayed. */
  onSend: (request: z.output<typeof HelpRequestSchema>) => Promise<void>;
  /** Called 400 ms after the last change, and on `pagehide`. */
  onChange?: (form: HelpFormValues) => void;
}

const RecipientsModal = lazyDialog(async () => (await import('./RecipientsModal.tsx')).RecipientsModal);
const changeDelayMs = 400;

/** The request-for-help form with its validation, once the profile has loaded; the caller submits the values. */
export function HelpForm(props: HelpFormProps) {
  const { data, error } = useApiQuery(getProfile, {});
  // Fields that appear later would move the others away from the pointer: a press between them is lost.
  if (!data && !error) return <HelpSkeleton />;
  // Without the profile, the server checks what it asks of minors.
  return <FormForAge {...props} isMinor={Boolean(data?.data.guardian)} />;
}

function FormForAge({ isMinor, ...props }: HelpFormProps & { isMinor: boolean }) {
  const [isEditingRecipients, setEditingRecipients] = useState(false);
  const form = useContractForm({
    id: 'help',
    names: helpNames,
    loadSchema: props.loadSchemas[isMinor ? 'minor' : 'adult'],
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

  const send = form.submit({ incomplete: copy.required, failed: props.copy.failed, send: props.onSend });

  return (
    <>
      <form className={styles.layout} noValidate onSubmit={send}>
        <div className={styles.parts}>
          <ErrorSummary problems={form.problems} attempt={form.attempt} focuses="first field" />
          <CourseSection form={form} />
          <DeliverySection
            form={form}
            hasPassword={props.keptLogin !== '' && values.account.email === props.keptLogin}
          />
          <ReasonSection form={form} isMinor={isMinor} />
          <AudienceSection
            form={form}
            isMinor={isMinor}
            onEditRecipients={() => setEditingRecipients(true)}
          />
        </div>
        <AmountPreview
          price={values.course.price}
          currency={values.course.priceUnit}
          courseTitle={values.course.courseTitle}
        />
        <Button type="submit" isWide text={props.copy.submit} busy={isSubmitting && props.copy.submitting} />
      </form>
      {isEditingRecipients && (
        <RecipientsModal
          emails={values.recipientEmails}
          onDone={(emails) => form.set('recipientEmails', emails)}
          onClose={() => setEditingRecipients(false)}
        />
      )}
    </>
  );
}

/** Price, service fee and total that a sponsor will pay, and the next steps. */
function AmountPreview(props: { price: string; currency: string; courseTitle: string }) {
  const amount = amountPreview(props.price, props.currency, useSettings().data?.serviceFeeBasisPoints);
  return (
    <aside className={`card ${styles.amount} ${styles.aside}`} aria-labelledby="amount-title">
      <Cloth word={props.courseTitle.trim() || 'a course'} columns={8} rows={2} />
      <h2 id="amount-title">{copy.amount.title}</h2>
      {amount ? (
        <Amounts
          lines={[
            [copy.amount.course, amount.course],
            [copy.amount.fee, amount.fee],
            [copy.amount.total, amount.total],
          ]}
        />
      ) : (
        <p className="soft">{copy.amount.empty}</p>
      )}
      <h3>{copy.amount.nextTitle}</h3>
      <ol className={`soft small ${styles.next}`}>
        {copy.amount.next.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </aside>
  );
}
