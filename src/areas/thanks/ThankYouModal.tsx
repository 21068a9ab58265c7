import { useState } from 'react';
import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { limits } from '#contracts/limits.ts';
import { type OwnThankYou, sendThankYou } from '#contracts/thanks/thanks.ts';
import { call } from '../../browser/api.ts';
import { toastSuccess } from '../../browser/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/dialogs/Modal.tsx';
import { TextArea } from '../../ui/fields/Field.tsx';
import { useContractForm } from '../../ui/fields/use-contract-form.ts';
import { Problem } from '../../ui/Notice.tsx';
import { thankYouFormCopy as copy } from './thank-you-form.copy.ts';
import { thanksCopy } from './thanks.copy.ts';

const loadSchema = async () => (await import('#contracts/thanks/thanks.ts')).ThankYouFormSchema;

/** The form of a thank-you. */
export function ThankYouModal(props: {
  request: OwnRequest;
  thankYou: OwnThankYou;
  onClose: () => void;
  onSent: () => void;
}) {
  const { request, onClose, onSent } = props;
  // The request may reach another stage while the learner types.
  const [{ stage, text }] = useState(props.thankYou);
  const form = useContractForm({
    id: 'thank-you',
    loadSchema,
    initial: { text: text ?? '' },
    toInput: (values) => ({ ...values, stage }),
    isShort: true,
  });

  const send = form.submit({
    failed: copy.failed,
    toasts: 'none',
    send: async (body) => {
      const { message } = await call(sendThankYou, { params: { id: request._id }, body });
      toastSuccess(message);
      onSent();
    },
  });

  return (
    <Modal title={thanksCopy.open} onClose={onClose}>
      <form className="stack" noValidate onSubmit={send}>
        <p>{copy.lead(request.course.courseTitle, request.sponsorName)}</p>
        <TextArea
          {...form.field('text')}
          label={copy.label}
          hint={copy.count(form.values.text.length, limits.thankYouChars)}
          rows={4}
          maxLength={limits.thankYouChars}
          data-first
        />
        <p className="small soft">{copy.rule}</p>
        <Problem text={form.problem} />
        <Button type="submit" isWide text={copy.submit} busy={form.isSubmitting && copy.busy} />
      </form>
    </Modal>
  );
}
