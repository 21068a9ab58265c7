import type { SubmitEvent } from 'react';
import { toastSuccess } from '../../browser/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { sponsorshipsCopy } from './sponsorships.copy.ts';

const copy = sponsorshipsCopy.groupModal;

/** "Sponsor a Group" (specification section 5: Submit only says so). */
export function GroupModal(props: { onClose: () => void }) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    toastSuccess(copy.submitted);
    props.onClose();
  };
  return (
    <Modal title={copy.title} onClose={props.onClose}>
      <form className="stack" onSubmit={submit}>
        <TextField id="group-amount" label={copy.amount} inputMode="decimal" autoComplete="off" />
        <TextField id="group-target" label={copy.targetGroup} hint={copy.targetHint} />
        <Field id="group-note" label={copy.note}>
          {(control) => <textarea {...control} className="input" rows={3} />}
        </Field>
        <Button type="submit" isWide>
          {copy.submit}
        </Button>
      </form>
    </Modal>
  );
}
