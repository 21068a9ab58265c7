import { useState } from 'react';
import type { Profile } from '#contracts/accounts/profile.ts';
import { changeEmail } from '#contracts/accounts/profile-changes.ts';
import type { Sent } from '#contracts/endpoint.ts';
import { call } from '../../../browser/api.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmailVisibility } from '../../../ui/EmailVisibility.tsx';
import { Badge } from '../../../ui/Facts.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { ResendVerification } from '../../../ui/ResendVerification.tsx';
import { ConfirmIdentity, sendConfirmed } from '../ConfirmIdentity.tsx';
import { profileCopy } from './profile.copy.ts';
import styles from './profile.module.css';
import { Section } from './Section.tsx';

const EmailForm = lazyComponent(async () => (await import('./EmailForm.tsx')).EmailForm);

const copy = profileCopy.email;

/** The sign-in address: whether it is confirmed, and the form that changes it. */
export function EmailSection(props: { profile: Profile; onChange: () => void }) {
  const { profile } = props;
  const [step, setStep] = useState<'proof' | 'form'>();
  const [typed, setTyped] = useState('');
  const close = () => setStep(undefined);

  // The change takes effect once the new address is confirmed.
  const change = async (body: Sent<typeof changeEmail>['body']) => {
    const { message } = await sendConfirmed(
      () => call(changeEmail, { body }),
      () => {
        setTyped(body.newEmail);
        setStep('proof');
        props.onChange();
      },
    );
    toastSuccess(message);
    setTyped('');
    close();
    props.onChange();
  };
  const proceed = () => {
    setStep('form');
    props.onChange();
  };

  return (
    <Section heading={copy.heading}>
      <div className={styles.fact}>
        <p>
          <span className="small soft">{copy.current}</span>
          <strong translate="no">{profile.email}</strong>
        </p>
        <Badge kind={profile.isEmailVerified ? 'good' : 'wait'}>
          {profile.isEmailVerified ? copy.confirmed : copy.unconfirmed}
        </Badge>
      </div>
      {!profile.isEmailVerified && (
        <>
          <p>{copy.unconfirmedText}</p>
          <ResendVerification />
        </>
      )}
      {profile.newEmail && (
        <div className="notice" role="status">
          <p>
            <strong>{copy.pending(profile.newEmail)}</strong>
          </p>
          <p>{copy.pendingText}</p>
        </div>
      )}
      <EmailVisibility />
      {step === 'proof' ? (
        <ConfirmIdentity id="email" profile={profile} onDone={proceed} onCancel={close} />
      ) : step === 'form' ? (
        <EmailForm email={profile.email} typed={typed} onSend={change} onCancel={close} />
      ) : (
        <div className="row row-fill">
          <Button
            kind="quiet"
            text={copy.change}
            onPress={() => setStep(profile.isConfirmed ? 'form' : 'proof')}
          />
        </div>
      )}
    </Section>
  );
}
